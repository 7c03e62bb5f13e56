// How far a build is, and how long a first build takes. `build.mjs` shows it.

/** Processor seconds of a first build, by service, measured on two cores of a small server. */
const PROCESSOR_SECONDS = { api: 660, app: 85 };
/** The part of it that no second core makes shorter: crates that wait for others, and the last ones. */
const SERIAL_SECONDS = { api: 60, app: 60 };

/** The names and versions of all crates that `cargo tree --prefix=none` lists. */
export function crates(listed) {
  const names = listed.split("\n").map((line) => line.split(" ").slice(0, 2).join(" "));
  return new Set(names.filter(Boolean)).size;
}

/** Counts the crates that cargo reports as ready. */
export class Tally {
  #total;
  #ready = new Set();

  constructor(total) {
    this.#total = total;
  }

  /** Takes one of cargo's messages. A crate's build script does not make the crate ready. */
  add(message) {
    if (message.reason !== "compiler-artifact" || message.target.kind.includes("custom-build")) return;
    this.#ready.add(message.package_id);
  }

  state() {
    const ready = this.#ready.size;
    const last = ready === this.#total - 1 ? ", the last one is the largest" : "";
    return `${ready} of ${this.#total} crates${last}`;
  }
}

/** What a line of cargo's standard error is: that cargo waits for another one, a step that the tally shows, or a text. */
export function kindOf(line) {
  const plain = line.replaceAll(/\x1b\[[0-9;]*m/g, "");
  if (/^ *Blocking waiting for file lock /.test(plain)) return "waits";
  // Cargo writes the verb of a step at the end of twelve columns.
  return /^ *[A-Z][a-z]+ /.exec(plain)?.[0].length === 13 ? "step" : "text";
}

export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How long it takes to build these services for the first time, in words. */
export function estimate(services, cores) {
  const sum = (of) => services.reduce((total, service) => total + of[service], 0);
  const serial = Math.max(...services.map((service) => SERIAL_SECONDS[service]));
  const minutes = Math.round((serial + (sum(PROCESSOR_SECONDS) - serial) / cores) / 60);
  return minutes > 1 ? `${minutes} minutes` : "a minute";
}
