// Counts the tests in the log of a test runner. Prints "PASSED FAILED", then one line for each failed test: its name and, if the log has
// it, the start of its error.
//
//   node scripts/lib/count.mjs cargo|vitest|playwright|gates|schemathesis LOG
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const [runner, file] = process.argv.slice(2);
const log = stripVTControlCharacters(readFileSync(file, "utf8"));

const sum = (pattern) => [...log.matchAll(pattern)].reduce((total, found) => total + Number(found[1]), 0);
const named = (pattern) => [...log.matchAll(pattern)].map((found) => found[1]);

/** The first lines after the heading of a failed test's error, joined to one line. */
function errorAfter(heading) {
  const start = log.indexOf(heading);
  if (start < 0) return "";
  const lines = log.slice(start + heading.length).split("\n").slice(1);
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, 5)
    .join(" | ")
    .slice(0, 500);
}

const readers = {
  cargo: () => ({
    passed: sum(/^test result: .*?(\d+) passed/gm),
    failed: sum(/^test result: .*?(\d+) failed/gm),
    names: named(/^test (.+?) \.\.\. FAILED/gm),
    error: (name) => errorAfter(`---- ${name} stdout ----`),
  }),
  vitest: () => ({
    passed: sum(/^ *Tests .*?(\d+) passed/gm),
    failed: sum(/^ *Tests .*?(\d+) failed/gm),
    names: named(/^ *FAIL +(.+)$/gm),
    error: (name) => errorAfter(name),
  }),
  playwright: () => ({
    passed: sum(/^ *(\d+) passed/gm),
    failed: sum(/^ *(\d+) (?:failed|did not run|interrupted|flaky)/gm),
    names: named(/^ *✘ +\d+ (.+)$/gm),
    error: (name) => errorAfter(`) ${name.replace(/ \([\d.]+(?:ms|s|m)\)$/, "")}`),
  }),
  gates: () => {
    const names = named(/^✗ (.+)$/gm);
    return { passed: named(/^✓ (.+)$/gm).length, failed: names.length, names };
  },
  // The JUnit report has one test case per operation of the API.
  schemathesis: () => {
    const cases = log.split("<testcase").slice(1);
    const failed = cases.filter((one) => /<(?:failure|error)\b/.test(one));
    const names = failed.map((one) => /name="([^"]*)"/.exec(one)?.[1] ?? "a call without a name");
    return { passed: cases.length - failed.length, failed: failed.length, names };
  },
};

const { passed, failed, names, error = () => "" } = readers[runner]();
console.log(`${passed} ${failed}`);
for (const name of new Set(names)) {
  const reason = error(name);
  console.log(reason ? `${name}: ${reason}` : name);
}
