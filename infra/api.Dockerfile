# The image of the shop (`midway serve`), the worker, the sandbox processor and all commands: one binary. It does not contain the app.
#
#   docker build -f infra/api.Dockerfile -t midway-api .

FROM rust:1-bookworm AS build
WORKDIR /src
COPY Cargo.toml Cargo.lock rustfmt.toml clippy.toml ./
COPY api api
COPY catalog/country.csv catalog/state.csv catalog/
COPY migrations migrations
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --release --locked --package midway --bin midway && cp target/release/midway /midway

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /var/lib/midway --create-home midway
COPY --from=build /midway /usr/local/bin/midway
COPY catalog /usr/share/midway/catalog
USER midway
WORKDIR /var/lib/midway
ENV MIDWAY_DATA=/var/lib/midway BIND=0.0.0.0 PORT=3000 MIDWAY_LOG_FORMAT=json
VOLUME /var/lib/midway
EXPOSE 3000
ENTRYPOINT ["midway"]
CMD ["serve"]
