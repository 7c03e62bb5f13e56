// The measurements of scripts/bench, which builds everything first and sets the environment.
import { execFile, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { hallPlan, interactions, javascript } from "./browser.mjs";
import { halls, PRICES, PRODUCTS, SHOWS, writeGrown, writePriced } from "./grown.mjs";
import { judged } from "./lighthouse.mjs";
import { endPace, firstByte, paced } from "./pace.mjs";
import { agent, Shopper } from "./shopper.mjs";
import { crowd, PLACES, VISITORS, writeCrowd } from "./crowd.mjs";
import { storm } from "./storm.mjs";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const { WORK, TARGET, OUTPUT, POSTGRES_URL, REDIS_URL } = process.env;
const seconds = Number(process.env.SECONDS_EACH);
const midway = join(TARGET, "release/midway");
const load = join(import.meta.dirname, "load.lua");

const cores = cpus().length;
/** The number of concurrent calls. */
const CALLS = 16;
const PAGES = 8;
const BUYERS = 16;
/** How many pages are requested per second at a fixed rate, at most. The client in Node.js cannot send many more. */
const MOST_PACED_PAGES = 2_000;
/** How often one shopper adds to the same line. The demo's tickets allow 20. */
const ADDS_PER_SHOPPER = 18;

const children = new Set();
const end = () => {
  for (const child of children) child.kill("SIGTERM");
};
process.on("SIGTERM", () => {
  end();
  process.exit(143);
});
process.on("exit", end);

function start(name, command, args, environment = {}) {
  const log = createWriteStream(join(WORK, `${name}.log`), { flags: "a" });
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  children.add(child);
  child.ended = new Promise((resolve) => child.once("exit", resolve));
  child.once("exit", () => children.delete(child));
  return child;
}

async function stop(child) {
  child.kill("SIGTERM");
  const hard = setTimeout(() => child.kill("SIGKILL"), 25_000);
  await child.ended;
  clearTimeout(hard);
}

async function freePorts(count) {
  const { stdout } = await run(process.execPath, [join(root, "scripts/lib/ports.mjs"), "free", String(count)]);
  return stdout.trim().split("\n").map(Number);
}

/** Waits until the URL returns a success status. Returns how many milliseconds that took. */
async function answers(url, child, every = 2) {
  const begun = performance.now();
  while (performance.now() - begun < 60_000) {
    if (child.exitCode !== null) throw new Error(`${url}: its process ended with ${child.exitCode}; see the log in ${WORK}`);
    try {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      if (answer.ok) return performance.now() - begun;
    } catch {}
    await pause(every);
  }
  throw new Error(`${url} does not answer`);
}

/** How long a load lasts, in seconds. */
const TIMES = { warm: 1, turn: Math.ceil(seconds / 2) };

/** Loads a URL. `how` may begin with a name of `TIMES`. */
async function wrk(url, connections, ...how) {
  const time = TIMES[how[0]] ?? seconds;
  const args = how[0] in TIMES ? how.slice(1) : how;
  const { stdout } = await run("wrk", ["-t1", `-c${connections}`, `-d${time}s`, "--timeout", "10s", "-s", load, url, "--", ...args]);
  const told = JSON.parse(stdout.trim().split("\n").at(-1));
  if (told.errors > 0) throw new Error(`${url}: ${told.errors} of ${told.requests} calls failed`);
  return { ...told, rate: told.requests / told.seconds };
}

async function loaded(url, connections, ...how) {
  await wrk(url, connections, "warm", ...how);
  return wrk(url, connections, ...how);
}

/** How often two loads are measured in turn. */
const TURNS = 3;

/** Measures two loads in turn, because this machine may be faster in one minute than in the next. */
async function inTurn(...loads) {
  const turns = loads.map(() => []);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [nth, load] of loads.entries()) turns[nth].push(await load());
  }
  return turns.map((told) => {
    const sum = (name) => told.reduce((total, one) => total + one[name], 0);
    const middle = (name) => median(told.map((one) => one[name]));
    const [requests, refused] = [sum("requests"), sum("refused")];
    return { requests, refused, rate: requests / sum("seconds"), p50: middle("p50"), p95: middle("p95"), p99: middle("p99") };
  });
}

const resident = (child) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

// ── A shop

/** The shop answers at `url`. It expects an app's server at each of `appPorts`, where `startApp` starts one. */
/** Makes a database, imports a catalogue into it and returns the seconds of the import. */
async function importInto(variables, catalog) {
  await run(midway, ["migrate"], { env: { ...process.env, ...variables } });
  const begun = performance.now();
  await run(midway, ["import", catalog], { env: { ...process.env, ...variables }, maxBuffer: 1 << 26 });
  return (performance.now() - begun) / 1000;
}

async function openShop(name, environment, catalog = join(root, "catalog")) {
  const data = join(WORK, name);
  mkdirSync(data);
  const [port, apiPort, ...appPorts] = await freePorts(2 + cores);
  const variables = {
    ...environment, MIDWAY_DATA: data, BIND: "", PORT: String(port), PUBLIC_URL: "http://localhost:3000", MIDWAY_LOG: "warn",
    APP_URL: appPorts.map((appPort) => `http://127.0.0.1:${appPort}`).join(), APP_STATIC: join(root, "next-app/.next"), API_BIND: `127.0.0.1:${apiPort}`,
    DATABASE_CONNECTIONS: "16", REDIS_URL: environment.REDIS_URL ?? "",
  };
  const url = `http://127.0.0.1:${port}`;
  const imported = await importInto(variables, catalog);
  const sandbox = start(`${name}-sandbox`, midway, ["sandbox"], variables);
  const starts = [];
  let server;
  for (let nth = 0; nth < 5; nth++) {
    if (server) await stop(server);
    server = start(`${name}-api`, midway, ["serve"], variables);
    starts.push(await answers(`${url}/health/ready`, server));
  }
  await fetch(`${url}/api/product/on-sale`).then((answer) => answer.text());
  const api = `http://127.0.0.1:${apiPort}`;
  return { name, url, api, appPorts, server, sandbox, imported, start: median(starts), memory: resident(server), variables };
}

async function closeShop(shop) {
  await stop(shop.server);
  await stop(shop.sandbox);
}

/** Returns a product with dates, and cart lines for up to 60 of its dates, so that shoppers rarely compete for the same places. */
async function wares(api) {
  const visitor = new Shopper(api);
  const { sections } = await visitor.get("/product/on-sale");
  const product = sections.flatMap((section) => section.products).find((one) => one.hasPerformances);
  const days = await visitor.call("POST", "/performance/product-date", { productIds: [product.id] });
  const lines = [];
  for (const day of days.slice(5, 65)) {
    const { value } = await visitor.call("POST", "/performance/product-date-performance", { productId: product.id, date: day.date });
    const performance = value?.[0];
    if (!performance) continue;
    lines.push({
      productId: product.id, productVariantId: product.variants[0].id, quantity: 1,
      performances: [{ selectionIndex: 1, performanceId: performance.performanceId }],
    });
  }
  return { product, lines };
}

function dayAfter(day, days) {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Runs `work` `count` times, at most `width` at a time. The runs start in order. */
async function together(count, width, work) {
  let next = 0;
  await Promise.all(Array.from({ length: width }, async () => {
    while (next < count) await work(next++);
  }));
}

/** Measures calls for carts. `bare` loads the machine with bare transactions. */
async function measureCart(shop, lines, bare) {
  const count = seconds > 2 ? 4800 : 600;
  const shoppers = [];
  await together(count, 16, async (nth) => {
    const shopper = new Shopper(shop.url);
    const line = lines[nth % lines.length];
    await shopper.get("/session");
    await shopper.add(line);
    shoppers.push({ shopper, line });
  });
  const fileOf = (name, body) => {
    const file = join(WORK, `${shop.name}-${name}`);
    const asked = shoppers.map(({ shopper, line }) => [shopper.cookie(), shopper.token(), body(line)].join("\t"));
    writeFileSync(file, `${asked.join("\n")}\n`);
    return file;
  };
  const adding = fileOf("adding", (line) => JSON.stringify({ items: [line], saleFlowId: 1 }));
  const [ceiling, highest] = await inTurn(bare, () => wrk(`${shop.url}/api/cart/add`, CALLS, "turn", "shoppers", adding));
  if (highest.requests * 1.5 > count * ADDS_PER_SHOPPER || highest.refused > highest.requests / 100) {
    throw new Error(`${highest.refused} of ${highest.requests} adds were refused: too few shoppers or places for this machine`);
  }
  const half = await paced(highest.rate / 2, seconds, async (nth) => {
    const { shopper, line } = shoppers[nth % count];
    await shopper.add(line);
  });
  const revising = await loaded(`${shop.url}/api/cart?revise=true`, CALLS, "shoppers", fileOf("revising", () => ""));
  if (revising.refused > 0) throw new Error(`${revising.refused} carts were not read`);
  return { ceiling, highest, half, revising };
}

/** Waits until the shop has sent the e-mails of its orders, so that they take no time from the next measurement. */
async function mailSent(shop) {
  const count = () => readdirSync(join(shop.variables.MIDWAY_DATA, "mail")).length;
  for (let before = -1; count() > before; await pause(2_000)) before = count();
}

/** Runs `act` repeatedly, several at a time, and measures each run from start to end. */
async function measureWhole(act) {
  const took = [];
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let nth = 0;
  await Promise.all(Array.from({ length: BUYERS }, async () => {
    while (performance.now() < until) {
      const from = performance.now();
      await act(nth++);
      took.push(performance.now() - from);
    }
  }));
  const passed = (performance.now() - begun) / 1000;
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] * 1000;
  return { rate: took.length / passed, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

const measurePurchases = (shop, nthPurchase, productPage) =>
  measureWhole((nth) => new Shopper(shop.url).buys(nthPurchase(nth), productPage));

/**
 * Measures the calendar for a party that chooses a date, and complete reservations from the guest form to the code, each with a different
 * pass.
 */
async function measureReservations(shop) {
  const passes = seconds > 2 ? 20_000 : 2_000;
  const head = "media_code,variant,first_name,last_name,birth_date,zip,valid_from,valid_until";
  const pass = (nth) => `BENCH${nth},season-pass-gold,Ada,Lovelace,1990-12-10,12207,2026-01-01,2036-12-31`;
  const file = join(WORK, `${shop.name}-passes.csv`);
  writeFileSync(file, `${[head, ...Array.from({ length: passes }, (_, nth) => pass(nth))].join("\n")}\n`);
  await run(midway, ["import-tickets", file], { env: { ...process.env, ...shop.variables } });
  const first = new Shopper(shop.url);
  await first.joinsParty("BENCH0");
  const { dates } = await first.get("/reservation/performance");
  const times = dates.flatMap((date) => (date.capacityLevel === 4 ? date.performances.map(({ performanceId }) => performanceId) : []));
  const asking = join(WORK, `${shop.name}-reserving`);
  writeFileSync(asking, `${[first.cookie(), first.token(), ""].join("\t")}\n`);
  const calendar = await loaded(`${shop.url}/api/reservation/performance`, CALLS, "shoppers", asking);
  if (calendar.refused > 0) throw new Error(`${calendar.refused} calendars were not read`);
  const whole = await measureWhole(async (nth) => {
    if (nth + 1 >= passes) throw new Error("too few passes for this machine");
    const shopper = new Shopper(shop.url);
    await shopper.joinsParty(`BENCH${nth + 1}`);
    await shopper.reserves(times[nth % times.length]);
  });
  return { calendar, whole };
}

async function startCeiling(url, body) {
  const [port] = await freePorts(1);
  const child = start("ceiling", join(TARGET, "release/ceiling"), [String(port), url, body]);
  await answers(`http://127.0.0.1:${port}/constant`, child);
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Starts a server of the app in `folder`, which answers at `url` and calls the shop's API. */
async function startAppServer(name, folder, port, shop) {
  const memory = ["--max-old-space-size=256", "--min-semi-space-size=16", "--max-semi-space-size=32", "--heap-growing-percent=100"];
  const child = start(name, process.execPath, [...memory, join(folder, ".next/standalone/server.js")], {
    PORT: String(port), HOSTNAME: "127.0.0.1", API_URL: shop.url, NODE_ENV: "production",
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/`, child, 20);
  return { child, url };
}

/** Starts one of the shop's app's servers and waits until the shop delivers pages. */
async function startApp(name, shop, nth = 0) {
  const app = await startAppServer(name, join(root, "next-app"), shop.appPorts[nth], shop);
  await answers(`${shop.url}/`, app.child, 20);
  return app;
}

// ── The run

const rows = [];
const facts = [];
const milliseconds = (micro) => (micro / 1000).toFixed(micro < 10_000 ? 2 : 0);
const whole = (value) => Math.round(value).toLocaleString("en-US");

function row(what, measured, ceiling, bar) {
  const ratio = ceiling ? measured.rate / ceiling.rate : null;
  rows.push([
    what, whole(measured.rate), milliseconds(measured.p50), milliseconds(measured.p95), milliseconds(measured.p99),
    ratio === null ? "" : ratio.toFixed(2), bar === undefined ? "" : `≥ ${bar}: ${ratio >= bar ? "met" : "**missed**"}`,
  ]);
  console.log(rows.at(-1).join(" | "));
}

/** A measurement at a fixed rate below the maximum. The target is the waiting time, not the rate. */
function atHalf(what, measured, p95) {
  rows.push([
    what, whole(measured.rate), milliseconds(measured.p50), milliseconds(measured.p95), milliseconds(measured.p99), "",
    `p95 ≤ ${p95} ms: ${measured.p95 <= p95 * 1000 ? "met" : "**missed**"}`,
  ]);
  console.log(rows.at(-1).join(" | "));
}

function fact(what, value, bar, met) {
  facts.push([what, value, bar ? `${bar}: ${met ? "met" : "**missed**"}` : ""]);
  console.log(facts.at(-1).join(" | "));
}

const sqlite = await openShop("sqlite", {});
const { product, lines } = await wares(sqlite.url);

fact("API, start to ready, median of 5", `${sqlite.start.toFixed(0)} ms`, "< 500 ms", sqlite.start < 500);
fact("API, resident memory after its start, demo catalogue", `${sqlite.memory.toFixed(0)} MB`, "< 80 MB", sqlite.memory < 80);

// Calls that are answered from memory.
const asked = join(WORK, "asked.json");
const answer = join(WORK, "answer.json");
async function fromMemory(what, path, body, bar) {
  writeFileSync(asked, JSON.stringify(body));
  const text = await fetch(`${sqlite.url}/api${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).then((got) => got.text());
  writeFileSync(answer, text);
  const ceiling = await startCeiling(`sqlite://${join(WORK, "ceiling.db")}?mode=rwc`, answer);
  const highest = await loaded(`${ceiling.url}/constant`, CALLS, "post", asked);
  const measured = await loaded(`${sqlite.url}/api${path}`, CALLS, "post", asked);
  await stop(ceiling.child);
  row(`poem answering ${whole(text.length)} constant bytes`, highest);
  row(what, measured, highest, bar);
  return measured;
}
await fromMemory("`POST product/single`, no cookie", "/product/single", { extProductId: product.id }, 0.6);
const alone = await loaded(`${sqlite.api}/api/product/single`, CALLS, "post", asked);
row("the same at `API_BIND`, without the pages", alone);
row("the same at the public port", await loaded(`${sqlite.url}/api/product/single`, CALLS, "post", asked), alone, 0.9);
const dates = await fromMemory("`POST performance/product-date`, no cookie", "/performance/product-date", { productIds: [product.id] }, 0.4);
const { sections } = await new Shopper(sqlite.url).get("/product/on-sale");
const weekly = sections.flatMap((section) => section.products).find((one) => one.weekCalendar);
if (weekly) {
  const days = { productId: weekly.id, startDate: dayAfter(weekly.firstDate, 7), endDate: dayAfter(weekly.firstDate, 13) };
  await fromMemory("`POST performance/dynamic`, a week, no cookie", "/performance/dynamic", days, 0.4);
}

/** The compressed bytes of a page. */
function bytesOf(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br" } }, async (answer) => {
      const parts = [];
      for await (const part of answer) parts.push(part);
      resolve(Buffer.concat(parts));
    }).on("error", reject);
  });
}

/**
 * A product page that the door renders for each request, because each request names a day that was not requested in the last second.
 */
async function measureRendered(url, path) {
  const file = join(WORK, "days");
  const days = Array.from({ length: 1_000 }, (_, nth) => `${path}?starting=${dayAfter("2020-01-01", nth)}`);
  writeFileSync(file, `${days.join("\n")}\n`);
  return loaded(url, PAGES, "pages", file);
}

// Pages.
const path = `/product/single/${encodeURIComponent(product.id)}`;
const [ceilingPort] = await freePorts(1);
const ceilingApp = await startAppServer("ceiling-app", join(TARGET, "bench/app"), ceilingPort, sqlite);
await wrk(`${ceilingApp.url}${path}`, PAGES, "get");
const highestPage = await loaded(`${ceilingApp.url}${path}`, PAGES, "get");
await stop(ceilingApp.child);
const app = await startApp("app", sqlite);
// The app's server becomes faster during its first pages, and so does the one without calls.
await measureRendered(sqlite.url, path);
const rendered = await measureRendered(sqlite.url, path);
const page = await loaded(`${sqlite.url}${path}`, PAGES, "get");
row("the product page without a call", highestPage);
row("the product page, rendered for each request", rendered, highestPage, 0.6);
const compressed = await bytesOf(`${sqlite.url}${path}`);
writeFileSync(answer, compressed);
const ceilingOfPage = await startCeiling(`sqlite://${join(WORK, "ceiling.db")}?mode=rwc`, answer);
const highestOfSize = await loaded(`${ceilingOfPage.url}/constant`, PAGES, "get");
await stop(ceilingOfPage.child);
row(`poem answering ${whole(compressed.length)} constant bytes`, highestOfSize);
row("the product page", page, highestOfSize, 0.5);
const pagePace = Math.min(page.rate / 2, MOST_PACED_PAGES);
atHalf("the product page's first byte at half of that", await paced(pagePace, seconds, () => firstByte(`${sqlite.url}${path}`)), 200);
endPace();
fact("app, resident memory after that load, heap capped at 256 MB", `${resident(app.child).toFixed(0)} MB`);
for (const [name, where, limit] of [["home page", "/", 150], ["product page with calendar", path, 175]]) {
  const size = (await javascript(`${sqlite.url}${where}`)) / 1000;
  fact(`JavaScript on first load, ${name}, as Chromium fetched it`, `${size.toFixed(0)} kB`, `≤ ${limit} kB`, size <= limit);
}
for (const [name, { next, shown }] of Object.entries(await interactions(`${sqlite.url}/`, path))) {
  const what = { modal: "opening the product in a modal", date: "picking a date", step: "stepping a quantity" }[name];
  fact(`${what}, processor 4 times slower: next painted frame / result painted, median of 5`,
    `${next.toFixed(0)} / ${shown.toFixed(0)} ms`, "next frame ≤ 200 ms", next <= 200);
}
const shopper = new Shopper(sqlite.url);
await shopper.get("/session");
await shopper.add(lines[0]);
const cookies = [...shopper.cookies].map(([name, value]) => ({ name, value, domain: "127.0.0.1", path: "/" }));
const runs = seconds > 2 ? 5 : 1;
/** A page of text with the frame of every page. Nothing of it could be painted later than its first text. */
const plain = await judged(`${sqlite.url}/terms-of-use`, cookies, runs);
fact(`Lighthouse on a phone, page of the terms of use, median of ${runs}: performance / largest paint`,
  `${plain.performance.toFixed(0)} / ${(plain.largestPaint / 1000).toFixed(1)} s`);
const latestOnPhone = (await judged(`${sqlite.url}/terms-of-use`, cookies, runs, "devtools")).largestPaint * 1.2;
for (const [what, where] of [["home page", "/"], ["product page", path], ["cart", "/cart"], ["checkout", "/checkout"]]) {
  const { performance: score, largestPaint, blocking, shift } = await judged(`${sqlite.url}${where}`, cookies, runs);
  fact(`Lighthouse on a phone, ${what}, median of ${runs}: performance / largest paint / blocking / shift`,
    `${score.toFixed(0)} / ${(largestPaint / 1000).toFixed(1)} s / ${blocking.toFixed(0)} ms / ${shift.toFixed(3)}`,
    "≥ 95 / no bar / ≤ 150 ms / ≤ 0.02", score >= 95 && blocking <= 150 && shift <= 0.02);
  const onPhone = await judged(`${sqlite.url}${where}`, cookies, runs, "devtools");
  fact(`the same, measured with processor and network slowed down, ${what}: largest paint / blocking`,
    `${(onPhone.largestPaint / 1000).toFixed(2)} s / ${onPhone.blocking.toFixed(0)} ms`,
    `≤ ${(latestOnPhone / 1000).toFixed(2)} s, 1.2 times the page of the terms of use / ≤ 150 ms`,
    onPhone.largestPaint <= latestOnPhone && onPhone.blocking <= 150);
}
await stop(app.child);

// A shop of the maximum intended size. A call may take at most 1.3 times as long as in the demo, so its rate must be at least 1/1.3 of the
// demo's.
const LONGER = 0.77;
const large = `${PRODUCTS} products, ${SHOWS} shows and half a million performances`;
const demoProducts = (await run("grep", ["-rhc", "^\\[\\[product\\]\\]", join(root, "catalog")])).stdout;
const grownFolder = writeGrown(join(root, "catalog"), join(WORK, "grown-catalog"), demoProducts.split("\n").reduce((sum, count) => sum + Number(count), 0));

async function hallOf(api, { product: productId }) {
  const visitor = new Shopper(api);
  const [, , { date }] = await visitor.call("POST", "/performance/product-date", { productIds: [productId] });
  const { value } = await visitor.call("POST", "/performance/product-date-performance", { productId, date });
  return { productId, date, performanceId: value[0].performanceId };
}

/**
 * 200 parties compete for a hall: half take the best available seats, half choose seats. More parties follow for the seats that are left.
 * Reports the slowest call and the share of seats in carts.
 */
async function stormed(database, shop) {
  const { slowest, sold, seats } = await storm(shop.url, await hallOf(shop.url, halls.storm), halls.storm);
  fact(`200 parties storm a hall of ${seats} seats, ${database}: slowest call / seats taken`,
    `${slowest.toFixed(0)} ms / ${((sold / seats) * 100).toFixed(0)} %`, "≥ 95 % taken", sold >= seats * 0.95);
}

/** Measures the import of a catalogue, in a data folder of its own. */
async function importing(name, what, catalog, bar) {
  const data = join(WORK, name);
  mkdirSync(data);
  const seconds = await importInto({ MIDWAY_DATA: data }, catalog);
  fact(`import of ${what}`, `${seconds.toFixed(1)} s`, `≤ ${bar} s`, seconds <= bar);
}
await importing("priced", `${PRICES.toLocaleString("en")} listed prices`, writePriced(join(root, "catalog"), join(WORK, "priced-catalog")), 20);
await importing("stadium", "the example of a stadium with 19,936 seats", join(root, "examples/stadium"), 5);
const grown = await openShop("grown", {}, grownFolder);
fact(`import of ${large}`, `${grown.imported.toFixed(0)} s`, "≤ 60 s", grown.imported <= 60);
fact("API, start to ready, with them", `${grown.start.toFixed(0)} ms`);
writeFileSync(asked, JSON.stringify({ productIds: [product.id] }));
row("`POST performance/product-date` of the same product among them", await loaded(`${grown.url}/api/performance/product-date`, CALLS, "post", asked), dates, LONGER);
const grownApp = await startApp("grown-app", grown);
await measureRendered(grown.url, path);
row("the product page among them, rendered for each request", await measureRendered(grown.url, path), rendered, LONGER);
row("the product page among them", await loaded(`${grown.url}${path}`, PAGES, "get"), page, LONGER);
// Searches with a typing error, each for other words or another day, so that hardly any answer can be shared.
const searches = Array.from({ length: 1_000 }, (_, nth) => `date=${dayAfter(product.firstDate, nth % 60)}&words=galery+tuor+${nth}`);
const searched = join(WORK, "searches.txt");
async function find(path) {
  writeFileSync(searched, searches.map((search) => `${path}?${search}`).join("\n"));
  return loaded(grown.url, PAGES, "pages", searched);
}
row(`\`GET find\` by day and by words with a typing error, ${PRODUCTS} products`, await find("/api/find"));
row("the page of these results, rendered for each search", await find("/find"));
const house = await hallOf(grown.url, halls.large);
writeFileSync(asked, JSON.stringify({ productId: house.productId, performanceIds: [house.performanceId] }));
row("`POST performance/performance-detail` of a hall of 2,500 seats", await loaded(`${grown.url}/api/performance/performance-detail`, CALLS, "post", asked));
writeFileSync(asked, JSON.stringify({ productId: house.productId, performanceId: house.performanceId }));
row("`POST performance/seat-availability` of that hall", await loaded(`${grown.url}/api/performance/seat-availability`, CALLS, "post", asked));
for (const hall of [halls.large, halls.stadium]) {
  const { productId, date } = await hallOf(grown.url, hall);
  const doing = { open: "opening its plan", zoom: "zooming into it", pick: "taking a seat in it" };
  for (const [what, { next, shown }] of Object.entries(await hallPlan(`${grown.url}/product/single/${productId}`, date))) {
    fact(`a hall of ${hall.rows * hall.seats} seats, ${doing[what]}, processor 4 times slower: next painted frame / result painted, median of 5`,
      `${next.toFixed(0)} / ${shown.toFixed(0)} ms`, "next frame ≤ 200 ms", next <= 200);
  }
}
await stop(grownApp.child);
await stormed("SQLite", grown);
fact("API, resident memory with them, after all that", `${resident(grown.server).toFixed(0)} MB`, "< 600 MB", resident(grown.server) < 600);
await closeShop(grown);

/** Two adults with a free child, and a senior with a code: an offer and a code of the demo. */
function withPromotions(nth) {
  const line = lines[nth % lines.length];
  const of = (productVariantId, quantity) => ({ ...line, productVariantId, quantity });
  return [
    { items: [of("park-day-adult", 2), of("park-day-child", 1)], saleFlowId: 1 },
    { items: [of("park-day-senior", 1)], saleFlowId: 5, promotionCode: "FERRY10" },
  ];
}

// Calls that change data.
async function changes(database, shop, url) {
  const ceiling = await startCeiling(url, answer);
  writeFileSync(asked, "{}");
  const bare = (time) => wrk(`${ceiling.url}/insert`, CALLS, time, "post", asked);
  await bare("warm");
  const cart = await measureCart(shop, lines, () => bare("turn"));
  await stop(ceiling.child);
  const highest = cart.ceiling;
  row(`a bare transaction with one INSERT, ${database}`, highest);
  row(`\`POST cart/add\`, ${database}`, cart.highest, highest, 0.5);
  atHalf(`\`POST cart/add\` at half of that, ${database}`, cart.half, 50);
  row(`\`GET cart?revise=true\` of a cart that is held, ${database}`, cart.revising);
  const one = (nth) => [{ items: [lines[nth % lines.length]], saleFlowId: 1 }];
  row(`whole purchases, seven calls and the card form, ${database}`, await measurePurchases(shop, one), highest);
  await mailSent(shop);
  row(`the same of four tickets, with an offer and a code, ${database}`, await measurePurchases(shop, withPromotions), highest);
  const app = await startApp(`${shop.name}-app`, shop);
  await measurePurchases(shop, one, path);
  await mailSent(shop);
  row(`whole purchases with the HTML of every page, ${database}`, await measurePurchases(shop, one, path), highest);
  const further = [];
  for (let nth = 1; nth < cores; nth++) further.push(await startApp(`${shop.name}-app-${nth + 1}`, shop, nth));
  await mailSent(shop);
  await measurePurchases(shop, one, path);
  await mailSent(shop);
  row(`the same with an app's server per core, ${database}`, await measurePurchases(shop, one, path), highest);
  for (const { child } of [app, ...further]) await stop(child);
  const { calendar, whole } = await measureReservations(shop);
  row(`six weeks of \`GET reservation/performance\` for a party, ${database}`, calendar);
  row(`whole reservations, from guest info to the code, ${database}`, whole, highest);
}
await changes("SQLite", sqlite, `sqlite://${join(WORK, "ceiling.db")}?mode=rwc`);
await closeShop(sqlite);

const server = new URL(POSTGRES_URL);
server.pathname = "/midway_bench";
await run("psql", [POSTGRES_URL, "-qc", "CREATE DATABASE midway_bench"]);
const postgres = await openShop("postgres", { DATABASE_URL: server.href, REDIS_URL });
await changes("PostgreSQL and Redis", postgres, server.href);
await closeShop(postgres);
server.pathname = "/midway_grown";
await run("psql", [POSTGRES_URL, "-qc", "CREATE DATABASE midway_grown"]);
const stormedShop = await openShop("grown-postgres", { DATABASE_URL: server.href, REDIS_URL }, grownFolder);
await stormed("PostgreSQL and Redis", stormedShop);
await closeShop(stormedShop);
// An on-sale behind a waiting room.
server.pathname = "/midway_crowd";
await run("psql", [POSTGRES_URL, "-qc", "CREATE DATABASE midway_crowd"]);
const crowdFolder = join(WORK, "crowd-catalog");
const sale = writeCrowd(join(root, "catalog"), crowdFolder);
const crowded = await openShop("crowd", { DATABASE_URL: server.href, REDIS_URL, TRUSTED_PROXIES: "127.0.0.1" }, crowdFolder);
const onSale = await crowd(crowded.url, sale);
const before500 = `${VISITORS.toLocaleString("en")} visitors for ${PLACES} places behind a waiting room, PostgreSQL and Redis`;
fact(`${before500}: sold / found none left / gave up`, `${onSale.bought} / ${onSale.soldOut} / ${onSale.gaveUp}`, `exactly ${PLACES} sold`, onSale.bought === PLACES);
fact(`${before500}: seconds from the start to the last sale`, onSale.lastSold.toFixed(0), "≤ 60 s", onSale.lastSold <= 60);
fact(`${before500}: places in line that got worse`, String(onSale.overtaken), "none", onSale.overtaken === 0);
fact(`${before500}: the page of the waiting room, p50 / p99`, `${onSale.page.toFixed(1)} / ${onSale.pageSlow.toFixed(1)} ms`, "p50 < 5 ms", onSale.page < 5);
fact(`${before500}: calls, p99`, `${onSale.callSlow.toFixed(0)} ms`, "< 500 ms", onSale.callSlow < 500);
await closeShop(crowded);
agent.destroy();

const table = (head, body) =>
  [head, head.map((_, nth) => (nth === 0 ? "---" : "---:")), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
/** The previous report: its revision, and its figures by measurement. */
function reportBefore() {
  const text = readFileSync(join(root, "docs/BENCHMARKS.md"), "utf8");
  const figures = new Map();
  let head = [];
  for (const line of text.split("\n").filter((line) => line.startsWith("| "))) {
    const cells = line.slice(2, -2).split(" | ");
    if (cells[0] === "what") head = cells;
    const at = head.findIndex((name) => name === "a second" || name === "measured");
    const ratio = cells[head.indexOf("of its ceiling")]?.trim();
    figures.set(cells[0], ratio ? `${cells[at]} (${ratio})` : cells[at]);
  }
  return { revision: /at revision (\w+)/.exec(text)?.[1] ?? "unknown", figures };
}

const before = reportBefore();
const withBefore = (body) => body.map(([what, ...cells]) => [what, before.figures.get(what) ?? "", ...cells]);
const { stdout: version } = await run("git", ["-C", root, "rev-parse", "--short", "HEAD"]).catch(() => ({ stdout: "unknown" }));
writeFileSync(OUTPUT, `# Benchmarks

Written by \`scripts/bench\` at revision ${version.trim()}: ${seconds} seconds a figure, load and services on the same
machine (${cores} cores, ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.version}).
Each figure stands below its ceiling of the same run. Absolute figures say something about that machine; ratios about the shop.
*Before* is the report at revision ${before.revision} that this one replaces, with the part of the ceiling in brackets.

${table(["what", "before", "a second", "p50 ms", "p95 ms", "p99 ms", "of its ceiling", "bar"], withBefore(rows))}

${table(["what", "before", "measured", "bar"], withBefore(facts))}

- Calls: ${CALLS} at a time over kept connections, by \`wrk\`. Pages: ${PAGES} at a time, one app process.
  All are requested through \`midway serve\`, which caches public pages. Pages that are rendered for each request name a different day each time. Purchases: ${BUYERS} shoppers at a time,
  each with a session of its own: session, add, settings, set-up, card form, authorise, submit; by a client in Node.js, which takes its share of the machine.
  With the HTML of every page: also the product page, the cart, the checkout and the confirmation, of which the last three are rendered for each shopper, after
  as many purchases that are not measured. An app's server uses one core; with one per core, all of the machine is used.
- "At half of that": calls come at their own pace, half of the highest rate but at most ${whole(MOST_PACED_PAGES)} a second for pages, and each is measured from when it was due; by a client in Node.js.
- A press is measured in Chromium, from the event to the painted frame, at a phone's width. Opening the modal asks the server for the product.
- Lighthouse simulates the phone: it loads a page at full speed, and counts each file that arrived before the largest paint as if that paint
  had waited for it. Here every file arrives at once, so the simulated paint is later the faster the machine is. The bar of the largest paint is
  therefore that of the measurement with processor and network really slowed down.
- A page without a call is the same build of the same page with all that its server asks kept in memory.
- \`cart/add\` adds a dated ticket to a cart: session, anti-forgery check, claim, line and totals, committed. It and the bare transaction are measured
  in ${TURNS} turns, one after the other.
- The large catalogue is the demo with generated products, shows and halls beside it (\`scripts/bench.d/grown.mjs\`). Its ceilings are the demo's own figures: taking
  at most 1.3 times as long is a ratio of at least ${LONGER}.
- A storm: 200 parties of one to four at the same moment, every second one asking for the best seats, the others for neighbours of their own choice; then 120 parties of
  three for what is left. Who cannot sit together says yes to sitting apart.
- Both databases commit to the disk each time.
`);
process.exit(0);
