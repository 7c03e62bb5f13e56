# shellcheck shell=bash
# Builds both services and skips what is up to date. This file is sourced and expects ROOT.

target_folder() { echo "${CARGO_TARGET_DIR:-$ROOT/target}"; }

need() {
  command -v "$1" >/dev/null 2>&1 || { echo "$1 is missing: $2" >&2; exit 1; }
}

need_tools() {
  need cargo "install Rust 1.94 or newer, see https://rustup.rs"
  need node "install Node.js 24, see https://nodejs.org"
  need npm "it comes with Node.js, see https://nodejs.org"
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 9) ? 0 : 1)' ||
    { echo "Node.js $(node --version) is too old: 20.9 or newer is needed" >&2; exit 1; }
  prefer_node_24 || exit 1
}

# Puts Node.js 24 before an older version in PATH, because the app renders a page a third faster with it. npm installs it from the lock file,
# which has its checksum. Where npm has no such program, as on macOS, the older version is used.
prefer_node_24() {
  local folder=$ROOT/scripts/node programs
  ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 24 ? 0 : 1)' && return
  if ! is_installed "$folder"; then
    echo "Installing Node.js 24 for this folder …"
    lock_build
    install_packages "$folder" >&2 || return 1
    unlock_build
  fi
  for programs in "$folder"/node_modules/node-*/bin; do
    if "$programs/node" --version >/dev/null 2>&1; then export PATH=$programs:$PATH; fi
  done
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

# What install_packages installs in a folder.
packages_stamp() { node "$ROOT/scripts/lib/stamp.mjs" "$1" package.json package-lock.json; }

is_installed() { is_stamped "$1/node_modules/.midway-stamp" "$(packages_stamp "$1")"; }

# install_packages FOLDER: installs the packages of the lock file unless they are installed already. It does not use `npm ci`, which refuses
# a lock file without the optional packages of other systems; npm leaves these out when it cannot download them. Only node_modules is
# written.
install_packages() {
  local folder=$1
  if ! is_installed "$folder"; then
    npm --prefix "$folder" install --no-save --no-audit --no-fund || return
    packages_stamp "$folder" >"$folder/node_modules/.midway-stamp"
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
