// What a shopper's browser has to load and render, measured in the system's Chromium.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(import.meta.dirname, "../../next-app/package.json"));
const { chromium } = require("@playwright/test");

/** How often each interaction is measured. The median is reported. */
const TURNS = 5;
/** CPU slowdown that simulates a mid-range phone. */
const SLOWER = 4;

async function inBrowser(work) {
  const executablePath =
    process.env.CHROMIUM ?? execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath, args });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** The JavaScript of a first visit: bytes of the bodies as transferred. */
export function javascript(url) {
  return inBrowser(async (browser) => {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const scripts = new Set();
    let bytes = 0;
    session.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
    const received = new Map();
    session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
      received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength);
    });
    await page.goto(url, { waitUntil: "networkidle" });
    for (const id of scripts) bytes += received.get(id) ?? 0;
    return bytes;
  });
}

/**
 * The time in milliseconds from a press to the next painted frame, and to the frame that shows its result. It uses the browser's event
 * timestamps, so the delay of the test driver is excluded.
 */
async function press(page, element, shown) {
  await page.evaluate((script) => {
    const isShown = new Function(`return ${script}`);
    window.midwayPress = new Promise((resolve) => {
      addEventListener(
        "click",
        (event) => {
          const painted = (then) =>
            requestAnimationFrame(() => {
              const channel = new MessageChannel();
              channel.port1.onmessage = () => then(performance.now() - event.timeStamp);
              channel.port2.postMessage(null);
            });
          let next = null;
          const look = (time) => {
            next ??= time;
            if (isShown()) resolve({ next, shown: time });
            else painted(look);
          };
          painted(look);
        },
        { capture: true, once: true },
      );
    });
  }, shown);
  await element.click();
  return page.evaluate(() => window.midwayPress);
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The three presses of a purchase, on a CPU that is slowed down four times. */
export function interactions(home, path) {
  return inBrowser(async (browser) => {
    const turns = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      const session = await page.context().newCDPSession(page);
      const slow = (rate) => session.send("Emulation.setCPUThrottlingRate", { rate });

      await page.goto(home, { waitUntil: "networkidle" });
      await slow(SLOWER);
      const modal = await press(page, page.locator(`main a[href="${path}"]`).first(), `document.querySelector('[role=dialog] h2') !== null`);
      await slow(1);

      await page.goto(`${home}${path.slice(1)}`, { waitUntil: "networkidle" });
      const days = page.locator("[role=grid] button:not([aria-disabled=true])");
      await days.first().waitFor();
      await slow(SLOWER);
      const date = await press(page, days.last(), `document.querySelector('[role=grid]') === null`);
      await slow(1);

      const times = page.locator("[data-picker] li button:not([aria-disabled=true])");
      const quantity = page.getByRole("spinbutton").first();
      await times.or(quantity).first().waitFor();
      if (await times.count()) await times.first().click();
      await quantity.waitFor();
      const before = JSON.stringify(await quantity.inputValue());
      await slow(SLOWER);
      const step = await press(
        page,
        page.getByRole("button", { name: /^Increase / }).first(),
        `document.querySelector('[role=spinbutton]').value !== ${before}`,
      );
      turns.push({ modal, date, step });
      await page.close();
    }
    return medians(turns);
  });
}

/** A large hall in which every seat can be chosen: open its plan, zoom in, choose a seat. */
export function hallPlan(url, date) {
  return inBrowser(async (browser) => {
    const turns = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      const session = await page.context().newCDPSession(page);
      const slow = (rate) => session.send("Emulation.setCPUThrottlingRate", { rate });
      await page.goto(url, { waitUntil: "networkidle" });
      const [year, month, day] = date.split("-").map(Number);
      await page.getByLabel("Or type a date").fill(`${month}/${day}/${year}`);
      await page.keyboard.press("Enter");
      const own = page.getByRole("radio", { name: "Choose your own" });
      await own.waitFor();
      await slow(SLOWER);
      const plan = page.getByRole("listbox");
      const open = await press(page, page.locator("label", { has: own }), "document.querySelector('svg [data-marks]') !== null");
      // From far away, the plan has the labels of its sections.
      const zoom = await press(page, plan, "document.querySelector('svg [data-section-label]') === null");
      const pick = await press(page, plan, "document.querySelector('svg [aria-selected=true]') !== null");
      turns.push({ open, zoom, pick });
      await page.close();
    }
    return medians(turns);
  });
}

function medians(turns) {
  const of = (name, what) => median(turns.map((turn) => turn[name][what]));
  return Object.fromEntries(Object.keys(turns[0]).map((name) => [name, { next: of(name, "next"), shown: of(name, "shown") }]));
}
