import assert from "node:assert/strict";
import { test } from "node:test";
import { crates, duration, estimate, kindOf, Tally } from "./progress.mjs";

const artifact = (name, ...kind) => ({ reason: "compiler-artifact", package_id: `registry#${name}@1.0.0`, target: { kind } });

test("a crate that cargo lists several times counts once", () => {
  const listed = "midway v0.1.0 (/src/api)\nlibc v0.2.1\nserde_derive v1.0.0 (proc-macro)\nlibc v0.2.1 (*)\nlibc v0.1.0\n";
  assert.equal(crates(listed), 4);
});

test("a crate is ready with its library, whatever else is built of it", () => {
  const tally = new Tally(3);
  tally.add(artifact("libc", "custom-build"));
  tally.add({ reason: "build-script-executed", package_id: "registry#libc@1.0.0" });
  assert.equal(tally.state(), "0 of 3 crates");
  tally.add(artifact("libc", "lib"));
  assert.equal(tally.state(), "1 of 3 crates");
  tally.add(artifact("serde_derive", "proc-macro"));
  tally.add(artifact("libc", "lib"));
  assert.equal(tally.state(), "2 of 3 crates, the last one is the largest");
  tally.add(artifact("midway", "lib"));
  tally.add(artifact("midway", "bin"));
  assert.equal(tally.state(), "3 of 3 crates");
});

test("more cores shorten a build, but not without limit", () => {
  const minutes = (services, cores) => Number.parseInt(estimate(services, cores), 10);
  const both = ["api", "app"];
  assert.ok(minutes(both, 2) < minutes(both, 1));
  assert.ok(minutes(["api"], 2) <= minutes(both, 2));
  assert.equal(estimate(["app"], 64), "a minute");
  assert.equal(estimate(both, 64), estimate(both, 6400));
});

test("a duration has minutes and seconds", () => {
  assert.equal(duration(0), "0:00");
  assert.equal(duration(59_600), "1:00");
  assert.equal(duration(754_000), "12:34");
});

test("a wait for another cargo is told from its steps and from texts", () => {
  for (const [line, kind] of [
    ["    Blocking waiting for file lock on build directory", "waits"],
    ["\x1b[1m\x1b[36m    Blocking\x1b[0m waiting for file lock on package cache", "waits"],
    ["   Compiling midway v0.1.0 (/shop/api)", "step"],
    ["\x1b[1m\x1b[92m    Finished\x1b[0m `try` profile [optimized] target(s) in 2m 04s", "step"],
    ["error[E0425]: cannot find value `x` in this scope", "text"],
    ["  --> api/src/main.rs:3:5", "text"],
    ["   | Some words", "text"],
    ["warning: unused variable: `x`", "text"],
    ["", "text"],
  ]) {
    assert.equal(kindOf(line), kind, line);
  }
});
