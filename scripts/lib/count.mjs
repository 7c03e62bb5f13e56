// Counts the tests in the log of a test runner. Prints "PASSED FAILED", then the names of the failed tests, one per line.
//
//   node scripts/lib/count.mjs cargo|vitest|playwright|gates|schemathesis LOG
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const [runner, file] = process.argv.slice(2);
const log = stripVTControlCharacters(readFileSync(file, "utf8"));

const sum = (pattern) => [...log.matchAll(pattern)].reduce((total, found) => total + Number(found[1]), 0);
const named = (pattern) => [...log.matchAll(pattern)].map((found) => found[1]);

const readers = {
  cargo: () => ({
    passed: sum(/^test result: .*?(\d+) passed/gm),
    failed: sum(/^test result: .*?(\d+) failed/gm),
    names: named(/^test (.+?) \.\.\. FAILED/gm),
  }),
  vitest: () => ({
    passed: sum(/^ *Tests .*?(\d+) passed/gm),
    failed: sum(/^ *Tests .*?(\d+) failed/gm),
    names: named(/^ *FAIL +(.+)$/gm),
  }),
  playwright: () => ({
    passed: sum(/^ *(\d+) passed/gm),
    failed: sum(/^ *(\d+) (?:failed|did not run|interrupted|flaky)/gm),
    names: named(/^ *✘ +\d+ (.+)$/gm),
  }),
  gates: () => {
    const names = named(/^✗ (.+)$/gm);
    return { passed: named(/^✓ (.+)$/gm).length, failed: names.length, names };
  },
  // The JUnit report has one test case per API call.
  schemathesis: () => {
    const cases = log.split("<testcase").slice(1);
    const failed = cases.filter((one) => /<(?:failure|error)\b/.test(one));
    const names = failed.map((one) => /name="([^"]*)"/.exec(one)?.[1] ?? "a call without a name");
    return { passed: cases.length - failed.length, failed: failed.length, names };
  },
};

const { passed, failed, names } = readers[runner]();
console.log(`${passed} ${failed}`);
for (const name of new Set(names)) console.log(name);
