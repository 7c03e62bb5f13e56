// Waits until each URL returns a success status, in the given order.
//
//   node scripts/lib/answers.mjs SECONDS URL...   exits with 1 after SECONDS and prints the last response
import { setTimeout as pause } from "node:timers/promises";

const [seconds, ...urls] = process.argv.slice(2);
const deadline = Date.now() + Number(seconds) * 1000;

for (const url of urls) {
  let last = "no answer";
  for (;;) {
    try {
      const answer = await fetch(url, { redirect: "follow", signal: AbortSignal.timeout(10_000) });
      await answer.arrayBuffer();
      if (answer.ok) break;
      last = `status ${answer.status}`;
    } catch (fault) {
      last = fault.cause?.code ?? fault.message;
    }
    if (Date.now() > deadline) {
      console.error(`${url} does not answer: ${last}`);
      process.exit(1);
    }
    await pause(50);
  }
}
