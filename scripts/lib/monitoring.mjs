// Tries what infra/prometheus and infra/grafana hold, with the real Prometheus: the alerts and their tests, the queries of the dashboard, and
// that a running shop has every metric that they name.
//
//   node scripts/lib/monitoring.mjs ADDRESS FOLDER   ADDRESS is that in the shop's METRICS_BIND; FOLDER is for temporary files
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const [address, folder] = process.argv.slice(2);
const rules = resolve("infra/prometheus/alerts.yml");
const dashboard = JSON.parse(readFileSync("infra/grafana/midway.json", "utf8"));

const fail = (what) => {
  throw new Error(what);
};

const queries = dashboard.panels.flatMap((panel) => panel.targets ?? []).map((target) => target.expr);
if (queries.length === 0) fail("the dashboard has no queries");

// Whatever an interpreter of queries refuses, Prometheus refuses as a rule, too.
mkdirSync(folder, { recursive: true });
const asRules = queries.map((expr, nth) => ({ record: `dashboard:query:${nth}`, expr }));
writeFileSync(join(folder, "dashboard.yml"), JSON.stringify({ groups: [{ name: "dashboard", rules: asRules }] }));
execFileSync("promtool", ["check", "rules", rules, join(folder, "dashboard.yml")], { stdio: "inherit" });
execFileSync("promtool", ["test", "rules", "alerts.test.yml"], { cwd: "infra/prometheus", stdio: "inherit" });

const config = readFileSync("infra/prometheus/prometheus.yml", "utf8")
  .replace("localhost:9464", address)
  .replace("alerts.yml", rules)
  .replace(/scrape_interval: \w+/, "scrape_interval: 1s")
  .replace(/evaluation_interval: \w+/, "evaluation_interval: 1s");
writeFileSync(join(folder, "prometheus.yml"), config);
execFileSync("promtool", ["check", "config", join(folder, "prometheus.yml")], { stdio: "inherit" });

const port = execFileSync("node", ["scripts/lib/ports.mjs", "free", "1"], { encoding: "utf8" }).trim();
const prometheus = spawn(
  "prometheus",
  [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "series")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=warn",
  ],
  { stdio: ["ignore", "inherit", "inherit"] },
);

const ask = async (path) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
  const { status, data, error } = await answer.json();
  return status === "success" ? data : fail(`${path}: ${error}`);
};

// Asks until there is an answer, for at most a minute.
const until = async (what, question) => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await question().catch(() => undefined);
    if (answer) return answer;
    if (Date.now() > deadline) fail(`${what}: not within a minute`);
    await new Promise((later) => setTimeout(later, 200));
  }
};

try {
  await until("the shop is scraped", async () => {
    const { result } = await ask("query?query=up");
    return result.length === 1 && result[0].value[1] === "1";
  });
  const known = new Set(await ask("label/__name__/values"));
  // A waiting room has metrics only while there is one, and a counter with labels from its first count on.
  const mayBeAbsent = new Set(["midway_waiting_room_shoppers", "midway_open_refund_payments", "midway_reconciled_days"]);
  const texts = [...queries, readFileSync(rules, "utf8")].join("\n");
  const named = new Set(texts.match(/\bmidway_[a-z_]+/g));
  const missing = [...named].filter((name) => !known.has(name) && !mayBeAbsent.has(name));
  if (missing.length > 0) fail(`the shop has no metric ${missing.join(", ")}`);
  for (const query of queries) await ask(`query?query=${encodeURIComponent(query)}`);
  const evaluated = await until("the alerts are evaluated", async () => {
    const [group] = (await ask("rules")).groups;
    return group.rules.every((rule) => rule.health !== "unknown") && group.rules;
  });
  const broken = evaluated.filter((rule) => rule.health !== "ok");
  if (broken.length > 0) fail(broken.map((rule) => `${rule.name}: ${rule.lastError}`).join("\n"));
  console.log(`${evaluated.length} alerts, ${queries.length} queries, ${named.size} metrics`);
} finally {
  prometheus.kill("SIGTERM");
  await new Promise((ended) => prometheus.once("exit", ended));
}
