# shellcheck shell=bash
# Builds both services and skips what is up to date. This file is sourced and expects ROOT.

target_folder() { echo "${CARGO_TARGET_DIR:-$ROOT/target}"; }

need() {
  command -v "$1" >/dev/null 2>&1 || { echo "$1 is missing: $2" >&2; exit 1; }
}

need_tools() {
  need cargo "install Rust 1.94 or newer, see https://rustup.rs"
  need node "install Node.js 20.9 or newer, see https://nodejs.org"
  need npm "it comes with Node.js, see https://nodejs.org"
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 9) ? 0 : 1)' ||
    { echo "Node.js $(node --version) is too old: 20.9 or newer is needed" >&2; exit 1; }
}

# Locks the build, so that two scripts do not build into the same folders at the same time. Release the lock before starting a process that
# would inherit it.
lock_build() {
  mkdir -p "$(target_folder)"
  if command -v flock >/dev/null 2>&1; then
    exec 9>"$(target_folder)/.midway-build.lock"
    flock --nonblock 9 || { echo "Waiting for another build …" && flock 9; }
  fi
}

unlock_build() { exec 9>&-; }

# What runs in production. If nothing changed, cargo needs less than a second to find out.
build_api() {
  (cd "$ROOT" && cargo build --release --locked --package midway --bin midway)
}

is_stamped() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# install_packages FOLDER: installs the packages of the lock file unless they are installed already. It does not use `npm ci`, which refuses
# a lock file without the optional packages of other systems; npm leaves these out when it cannot download them. Only node_modules is
# written.
install_packages() {
  local folder=$1 stamp
  stamp=$(node "$ROOT/scripts/lib/stamp.mjs" "$folder" package.json package-lock.json)
  if ! is_stamped "$folder/node_modules/.midway-stamp" "$stamp"; then
    npm --prefix "$folder" install --no-save --no-audit --no-fund
    echo "$stamp" >"$folder/node_modules/.midway-stamp"
  fi
}

build_app() {
  local app=$ROOT/next-app stamp
  install_packages "$app"
  stamp=$(node "$ROOT/scripts/lib/stamp.mjs" "$app" package.json package-lock.json next.config.ts postcss.config.mjs \
    tsconfig.json scripts public src)
  if ! is_stamped "$app/.next/.midway-stamp" "$stamp" || [ ! -f "$app/.next/standalone/server.js" ]; then
    rm -f "$app/.next/.midway-stamp"
    (cd "$app" && NEXT_TELEMETRY_DISABLED=1 npm run --silent build)
    echo "$stamp" >"$app/.next/.midway-stamp"
  fi
}
