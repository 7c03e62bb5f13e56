import { toCents } from "./money";

/**
 * Which amounts may be given, and when rounding up is offered (spec 1 §5). The API runs the same cases
 * (`api/vectors/donation.json`) and has the last word.
 */
export const leastDonation = 0;
export const mostDonation = 10000;
export const donationStep = 0.01;

/** What stands in the field as an amount; null when it cannot be given. */
export function donationOf(typed: string): number | null {
  if (typed.trim() === "") return null;
  const amount = Number(typed);
  const isWhole = toCents(amount) / 100 === amount;
  return isWhole && amount >= leastDonation && amount <= mostDonation ? amount : null;
}

/** As it is shown once it has been typed: with two decimals. */
export function shownDonation(amount: number): string {
  return amount.toFixed(2);
}

export type RoundUp = { roundUpEnabled: boolean; roundUpMinimum: number };

/** What is missing to the next whole dollar, where that is to be offered. */
export function roundUpOf(total: number, { roundUpEnabled, roundUpMinimum }: RoundUp): number | null {
  const over = toCents(total) % 100;
  const distance = 100 - over;
  const isOffered = roundUpEnabled && over !== 0 && distance >= toCents(roundUpMinimum);
  return isOffered ? distance / 100 : null;
}
