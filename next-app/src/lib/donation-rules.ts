import { toCents } from "./money";

/**
 * Which donation amounts are allowed and when rounding up is offered. The API validates again and runs the same cases
 * (`api/vectors/donation.json`).
 */
export const minDonation = 0;
export const maxDonation = 10000;
export const donationStep = 0.01;

/** Parses a typed amount; null if it is not an allowed donation. */
export function parseDonation(typed: string): number | null {
  if (typed.trim() === "") return null;
  const amount = Number(typed);
  const isWhole = toCents(amount) / 100 === amount;
  return isWhole && amount >= minDonation && amount <= maxDonation ? amount : null;
}

/** The amount as shown after typing, with two decimals. */
export function formatDonation(amount: number): string {
  return amount.toFixed(2);
}

export type RoundUp = { roundUpEnabled: boolean; roundUpMinimum: number };

/** The amount missing to the next whole dollar; null if rounding up is not offered. */
export function roundUpAmount(total: number, { roundUpEnabled, roundUpMinimum }: RoundUp): number | null {
  const over = toCents(total) % 100;
  const distance = 100 - over;
  const isOffered = roundUpEnabled && over !== 0 && distance >= toCents(roundUpMinimum);
  return isOffered ? distance / 100 : null;
}
