// Many shoppers compete for the seats of one hall.
import { Shopper } from "./shopper.mjs";

const PARTIES = 200;
const LATE = 120;

/**
 * Two hundred parties of one to four people put seats into their carts; then further parties of three do so with the remaining seats.
 * Returns the duration of the slowest call in milliseconds, the number of seats in carts and the number of seats of the hall.
 */
export async function storm(api, { productId, performanceId }, { rows, seats }) {
  let slowest = 0;
  let sold = 0;
  const line = (quantity, place) => ({
    productId, productVariantId: `${productId}-seat`, quantity, performances: [{ selectionIndex: 1, performanceId, ...place }],
  });
  const shoppers = async (count) => {
    const all = Array.from({ length: count }, () => new Shopper(api));
    for (const shopper of all) await shopper.get("/session");
    return all;
  };
  async function add(shopper, items, reSubmitContext) {
    const begun = performance.now();
    const answer = await shopper.call("POST", "/cart/add", { items, saleFlowId: 1, reSubmitContext });
    slowest = Math.max(slowest, performance.now() - begun);
    return answer;
  }
  async function best(shopper, size) {
    const items = [line(size, { bestSeats: true })];
    let answer = await add(shopper, items);
    if (answer.confirmationRequired) answer = await add(shopper, items, answer.confirmationReSubmitContext);
    if (answer.success) sold += size;
  }
  async function own(shopper, nth, size) {
    for (const again of [0, 1]) {
      const row = ((nth * 7 + again * 3) % rows) + 1;
      const from = ((nth * 5 + again * 11) % (seats - size)) + 1;
      const items = Array.from({ length: size }, (_, beside) => line(1, { seatId: `stalls-${row}-${from + beside}` }));
      if ((await add(shopper, items)).success) {
        sold += size;
        return;
      }
    }
  }
  const parties = await shoppers(PARTIES);
  const late = await shoppers(LATE);
  await Promise.all(parties.map((party, nth) => (nth % 2 === 0 ? best(party, (nth % 4) + 1) : own(party, nth, (nth % 4) + 1))));
  await Promise.all(late.map((party) => best(party, 3)));
  return { slowest, sold, seats: rows * seats };
}
