// Counts the tests that a runner told of in its log: prints "PASSED FAILED".
//
//   node scripts/lib/count.mjs cargo|vitest|playwright|gates|schemathesis LOG
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const [runner, file] = process.argv.slice(2);
const log = stripVTControlCharacters(readFileSync(file, "utf8"));

const sum = (pattern) => [...log.matchAll(pattern)].reduce((total, found) => total + Number(found[1]), 0);
const count = (pattern) => [...log.matchAll(pattern)].length;

const counters = {
  cargo: () => [sum(/^test result: .*?(\d+) passed/gm), sum(/^test result: .*?(\d+) failed/gm)],
  vitest: () => [sum(/^ *Tests .*?(\d+) passed/gm), sum(/^ *Tests .*?(\d+) failed/gm)],
  playwright: () => [sum(/^ *(\d+) passed/gm), sum(/^ *(\d+) (?:failed|did not run|interrupted|flaky)/gm)],
  gates: () => [count(/^✓ /gm), count(/^✗ /gm)],
  // The JUnit report has one test case for each call of the API.
  schemathesis: () => {
    const failed = count(/<(?:failure|error)\b/g) && log.split("<testcase").slice(1).filter((one) => /<(?:failure|error)\b/.test(one)).length;
    return [count(/<testcase\b/g) - failed, failed];
  },
};

console.log(counters[runner]().join(" "));
