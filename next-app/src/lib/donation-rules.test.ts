import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatDonation, parseDonation, roundUpAmount } from "./donation-rules";

type Vectors = {
  amounts: { typed: string; amount: string | null }[];
  roundUp: { enabled: boolean; minimum: string; total: string; amount: string | null }[];
};
const file = new URL("../../../api/vectors/donation.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vectors;

const shown = (amount: number | null) => (amount === null ? null : formatDonation(amount));

test.each(vectors.amounts.map((it) => [it.typed, it.amount] as const))(
  "the typed amount %j is read as %j",
  (typed, amount) => {
    expect(shown(parseDonation(typed))).toBe(amount);
  },
);

test.each(vectors.roundUp.map((it) => [JSON.stringify(it), it] as const))("rounding up: %s", (_, it) => {
  const offer = { roundUpEnabled: it.enabled, roundUpMinimum: Number(it.minimum) };
  expect(shown(roundUpAmount(Number(it.total), offer))).toBe(it.amount);
});

test("every amount of cents below a dollar is rounded up to the next dollar", () => {
  for (let cents = 1; cents < 100; cents++) {
    const distance = roundUpAmount(40 + cents / 100, { roundUpEnabled: true, roundUpMinimum: 0 });
    expect(shown(distance)).toBe(((100 - cents) / 100).toFixed(2));
    expect(parseDonation(shown(distance) ?? "")).not.toBeNull();
  }
});

test("the test cases shared with the API were loaded", () => {
  expect(vectors.amounts.length).toBeGreaterThan(15);
  expect(vectors.roundUp.length).toBeGreaterThan(8);
});
