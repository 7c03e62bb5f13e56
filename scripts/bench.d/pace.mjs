// A load generator with a fixed rate that does not depend on the responses, so queueing delays are part of the measurement.
import { Agent, request } from "node:http";

/** The connections of page requests, separate from the connections of the shoppers. */
const pages = new Agent({ keepAlive: true });

/** The milliseconds from the request of a page to the first byte of the response. */
export function firstByte(url) {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(url, { agent: pages }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
      answer.once("data", () => {
        const took = performance.now() - begun;
        answer.once("end", () => resolve(took));
      });
      answer.on("error", reject);
    });
    call.on("error", reject);
    call.end();
  });
}

/**
 * Makes `rate` calls per second for `seconds`. Each call has a due time and is measured from it, even if it was sent late. `call` may
 * return its own duration in milliseconds; otherwise its whole duration is used.
 */
export async function paced(rate, seconds, call) {
  const count = Math.max(1, Math.floor(rate * seconds));
  const begun = performance.now();
  const took = [];
  const running = [];
  for (let nth = 0; nth < count; ) {
    const now = performance.now() - begun;
    for (; nth < count && (nth * 1000) / rate <= now; nth++) {
      const late = now - (nth * 1000) / rate;
      const sent = performance.now();
      running.push(
        call(nth).then((own) => took.push(late + (typeof own === "number" ? own : performance.now() - sent))),
      );
    }
    await new Promise((next) => setTimeout(next, 1));
  }
  await Promise.all(running);
  const passed = (performance.now() - begun) / 1000;
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] * 1000;
  return { rate: count / passed, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export function endPace() {
  pages.destroy();
}
