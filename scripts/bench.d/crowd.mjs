// A crowd in front of a waiting room: an on-sale of 500 places with four times as many visitors.
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Shopper } from "./shopper.mjs";

export const VISITORS = 2_000;
export const PLACES = 500;

/** Seconds from the first visitor to the start of the sale, and from the start to the last visitor. */
const BEFORE = 20;
const AFTER = 15;
/** After so many seconds since the start, whoever still waits gives up. */
const PATIENCE = 90;

const PRODUCT = "crowd-concert";
const ROOM = "crowd";
const PAGE = `/product/single/${PRODUCT}`;

/** A moment in the time zone of the demo's first site, as the catalogue writes it. */
const local = (at) => at.toLocaleString("sv-SE", { timeZone: "America/New_York" }).replace(" ", "T");

/** The demo with a concert behind a waiting room. Returns when its sale starts. */
export function writeCrowd(demo, folder) {
  cpSync(demo, folder, { recursive: true });
  // The catalogue knows whole seconds. The import and the start of the shop take their time before.
  const starts = new Date(Math.ceil(Date.now() / 1000) * 1000 + (BEFORE + 25) * 1000);
  const day = local(new Date(starts.getTime() + 30 * 86_400_000)).slice(0, 10);
  writeFileSync(join(folder, "crowd.toml"), `
[[show]]
id = "${PRODUCT}"
site = "ellery-museum"
name = "The concert"
type = 4

[[schedule]]
id = "${PRODUCT}"
show = "${PRODUCT}"
from = "${day}"
until = "${day}"
capacity = ${PLACES}
slot = [{ time = "20:00" }]

[[product]]
id = "${PRODUCT}"
site = "ellery-museum"
name = "The concert of the year"
category = "Concerts"
short_description = "Everybody wants to be there."
selection = [{ shows = ["${PRODUCT}"] }]
variant = [{ id = "${PRODUCT}-seat", name = "Place", price = "40.00" }]

[[waiting_room]]
id = "${ROOM}"
name = "the concert of the year"
products = ["${PRODUCT}"]
starts = "${local(starts)}"
max_shoppers = 60
per_minute = 1500
`);
  return { starts: starts.getTime(), day };
}

const percentile = (values, share) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};

/**
 * Lets the visitors come, half of them before the start, each from a network address of its own. Whoever enters buys one place. Returns how
 * many bought, found none left and gave up; the seconds from the start until the last place was sold; the milliseconds of the waiting
 * room's page (median and 99th percentile) and of calls (99th); and how often a place in line got worse, which must be never.
 */
export async function crowd(api, { starts, day }) {
  const pages = [];
  const calls = [];
  const result = { bought: 0, soldOut: 0, gaveUp: 0, overtaken: 0, lastSold: 0 };
  const performanceId = `${PRODUCT}.${day.replaceAll("-", "")}.2000`;
  const line = {
    productId: PRODUCT, productVariantId: `${PRODUCT}-seat`, quantity: 1, performances: [{ selectionIndex: 1, performanceId }],
  };

  async function visit(nth) {
    const shopper = new Shopper(api, `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`);
    shopper.took = (milliseconds) => calls.push(milliseconds);
    const begun = performance.now();
    await shopper.waits(PAGE);
    pages.push(performance.now() - begun);
    let nearest = Number.POSITIVE_INFINITY;
    for (;;) {
      const place = await shopper.get(`/waiting-room/${ROOM}/place`);
      if (place.state === "Inside") break;
      if (Date.now() > starts + PATIENCE * 1000) {
        result.gaveUp++;
        return;
      }
      if (place.ahead > nearest) result.overtaken++;
      nearest = place.ahead ?? nearest;
      await pause(place.askAgainAfter * 1000 * (0.8 + 0.4 * Math.random()));
    }
    await shopper.get("/session");
    const added = await shopper.call("POST", "/cart/add", { items: [line], saleFlowId: 1 });
    if (!added.success) {
      result.soldOut++;
      return;
    }
    await shopper.paysForCart();
    result.bought++;
    result.lastSold = (Date.now() - starts) / 1000;
  }

  const span = (BEFORE + AFTER) * 1000;
  const first = starts - BEFORE * 1000;
  await pause(Math.max(0, first - Date.now()));
  // Half of them come before the start, the others after it, most of these at once.
  const at = (nth) => (nth % 2 === 0 ? Math.random() * BEFORE * 1000 : BEFORE * 1000 + Math.random() ** 2 * (span - BEFORE * 1000));
  await Promise.all(Array.from({ length: VISITORS }, async (_, nth) => {
    await pause(at(nth));
    await visit(nth);
  }));
  return { ...result, page: percentile(pages, 0.5), pageSlow: percentile(pages, 0.99), callSlow: percentile(calls, 0.99) };
}
