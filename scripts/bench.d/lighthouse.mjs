// Lighthouse scores of a page on a phone: the medians of several runs.
import { execFileSync } from "node:child_process";
import lighthouse from "lighthouse";
import { launch } from "puppeteer-core";

/** How often Lighthouse may lose its trace before that is treated as an error. */
const LOST_TRACES = 3;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Returns the median scores. Each run keeps the shopper's `cookies` but starts with an empty cache. With `simulate`, Lighthouse loads the page
 * at full speed and computes what a phone would do; with `devtools`, Chromium slows processor and network down, and the paint is measured.
 */
export async function judged(url, cookies, runs, throttlingMethod = "simulate") {
  const executablePath =
    process.env.CHROMIUM ?? execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"];
  const browser = await launch({ executablePath, args });
  try {
    await browser.setCookie(...cookies);
    const reports = [];
    let lost = 0;
    while (reports.length < runs) {
      const page = await browser.newPage();
      const flags = { logLevel: "error", onlyCategories: ["performance"], throttlingMethod };
      const { lhr } = await lighthouse(url, flags, undefined, page);
      await page.close();
      if (lhr.runtimeError?.code === "NO_NAVSTART" && ++lost <= LOST_TRACES) continue;
      if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
      const led = new URL(lhr.finalDisplayedUrl).pathname;
      if (led !== new URL(url).pathname) throw new Error(`${url} led to ${led}`);
      reports.push({
        performance: lhr.categories.performance.score * 100,
        largestPaint: lhr.audits["largest-contentful-paint"].numericValue,
        blocking: lhr.audits["total-blocking-time"].numericValue,
        shift: lhr.audits["cumulative-layout-shift"].numericValue,
      });
    }
    return Object.fromEntries(
      Object.keys(reports[0]).map((figure) => [figure, median(reports.map((report) => report[figure]))]),
    );
  } finally {
    await browser.close();
  }
}
