// Determines which steps of scripts/test a change affects, and which tests within them. Reads changed paths, one per line, from standard
// input and prints shell assignments:
//
//   steps=…           steps of scripts/test, in its order
//   only_api_tests=…  modules of api/tests/it; empty for all of them
//   only_journeys=…   spec files of next-app/e2e; empty for all of them
//
//   git diff --name-only HEAD | node scripts/lib/affected.mjs
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const USUAL = ["check", "sqlite", "postgres", "app", "journeys", "contract"];
const ALL = [...USUAL, "examples"];

/** The first rule that matches a path decides which steps it affects. A path that matches no rule affects all usual steps. */
const RULES = [
  { paths: /\.md$|^LICENSE|^docs\/|^infra\/|^\.gitignore$/, steps: ["check"] },
  { paths: /^api\/tests\/it\/(\w+)\.rs$/, steps: ["check", "sqlite", "postgres"], apiTest: (found) => found[1] },
  { paths: /^api\/tests\/|^api\/bench\//, steps: ["check", "sqlite", "postgres"] },
  { paths: /^next-app\/e2e\/(.*\.spec\.ts)$/, steps: ["check", "journeys"], journey: (found) => found[1] },
  { paths: /^next-app\/(e2e\/|playwright\.config\.ts$)/, steps: ["check", "journeys"] },
  { paths: /^next-app\/src\/.*\.test\.tsx?$/, steps: ["check", "app"] },
  { paths: /^next-app\//, steps: ["check", "app", "journeys"] },
  { paths: /^catalog\//, steps: ["check", "sqlite", "postgres", "journeys", "contract"] },
  {
    paths: /^examples\//,
    steps: ["check", "sqlite", "postgres", "examples"],
    apiTest: () => "examples",
  },
  { paths: /^scripts\/(bench|soak)/, steps: ["check"] },
  { paths: /^scripts\/schemathesis\//, steps: ["check", "contract"] },
];

export function affected(paths) {
  const steps = new Set();
  /** The tests to run in each step that can be narrowed down; `null` if a change affects all of them. */
  const narrowed = { apiTest: new Set(), journey: new Set() };
  for (const path of paths) {
    const rule = RULES.find(({ paths }) => paths.test(path));
    for (const step of rule?.steps ?? USUAL) steps.add(step);
    const found = rule?.paths.exec(path);
    if (rule?.apiTest) narrowed.apiTest?.add(rule.apiTest(found));
    else if (!rule || rule.steps.includes("sqlite")) narrowed.apiTest = null;
    if (rule?.journey) narrowed.journey?.add(rule.journey(found));
    else if (!rule || rule.steps.includes("journeys")) narrowed.journey = null;
  }
  return {
    steps: ALL.filter((step) => steps.has(step)),
    apiTests: [...(narrowed.apiTest ?? [])].filter((name) => name !== "main"),
    journeys: [...(narrowed.journey ?? [])],
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { steps, apiTests, journeys } = affected(readFileSync(0, "utf8").split("\n").filter(Boolean));
  console.log(`steps='${steps.join(" ")}'\nonly_api_tests='${apiTests.join(" ")}'\nonly_journeys='${journeys.join(" ")}'`);
}
