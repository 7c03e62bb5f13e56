# The image of the app's server: the Next.js app as a standalone server. Only the API's containers may reach it; do not publish its port.
#
#   docker build -f infra/app.Dockerfile -t midway-app .

FROM node:24-bookworm-slim AS build
WORKDIR /src/next-app
ENV NEXT_TELEMETRY_DISABLED=1
COPY next-app/package.json next-app/package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm install --no-save --no-audit --no-fund
COPY next-app ./
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build --chown=node:node /src/next-app/.next/standalone ./
USER node
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3001
EXPOSE 3001
CMD ["node", "--max-old-space-size=256", "--min-semi-space-size=16", "--max-semi-space-size=32", "--heap-growing-percent=100", "server.js"]
