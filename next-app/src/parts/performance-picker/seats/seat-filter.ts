import type { SeatState } from "@/api/types";

/** What a shopper can look for in a seat. */
export const seatWishes = ["accessible", "aisle", "stepFree", "hearingLoop", "fullView"] as const;
export type SeatWish = (typeof seatWishes)[number];

type Traits = Pick<SeatState, "kind" | "features">;

export function fulfills({ kind, features = [] }: Traits, wish: SeatWish): boolean {
  switch (wish) {
    case "accessible":
      return kind !== "standard";
    case "fullView":
      return !features.includes("restrictedView");
    default:
      return features.includes(wish);
  }
}

/** The wishes that some seats fulfill and others do not, in a fixed order. */
export function offeredWishes(seats: readonly Traits[]): SeatWish[] {
  return seatWishes.filter(
    (wish) => seats.some((seat) => fulfills(seat, wish)) && seats.some((seat) => !fulfills(seat, wish)),
  );
}

/** For each seat, whether it does not fulfill all wishes. */
export function othersOf(seats: readonly Traits[], wishes: readonly SeatWish[]): boolean[] {
  return seats.map((seat) => !wishes.every((wish) => fulfills(seat, wish)));
}
