import type { ReactNode } from "react";
import type { Performance, Variant } from "@/api/types";
import type { PickerEvent, PickerState, Question } from "./picker-state";
import type { Sale } from "./sale";
import type { NamedOrder } from "./seats/seat-state";

/** The texts of the time steps if times are compared by price. `title` returns the heading of a step. */
export type PricedTimes = {
  title: (prompt: string | undefined) => string;
};

export type PickerProps = {
  productId: string;
  sale: Sale;
  /** The venue, whose opening hours are shown with the chosen day; absent if they are not shown. */
  siteId?: string;
  /** The variant whose prices are shown; if absent, the standard variant. */
  chosen?: string;
  /**
   * The variants that are only for some shoppers, if the calendar has the prices that anyone can pay. Then shows have
   * these prices too.
   */
  forSome?: readonly string[];
  state: PickerState;
  dispatch: (event: PickerEvent) => void;
  loading: Question | null;
  /** Whether the shopper has made a choice here. Only then does focus follow the steps. */
  touched: boolean;
  /** The day chosen before, which can be replaced. The calendar marks it. */
  present?: string;
  /** Lets the shopper say how many people come, up to `max`. Absent where the quantities are given already. */
  group?: { max: number };
  /** Restores the choices that were made before the day was reopened. */
  onKeep?: () => void;
  /** Chooses the day, the show and the time of a performance at once. */
  onEarliest?: (performance: Performance) => void;
  /** For shows with named seats: is called with the named seats. */
  onNamed?: (order: NamedOrder | null) => void;
  /** The variant ids of the cart's tickets that get different seats, one entry per ticket. The shop chooses none of them. */
  tickets?: readonly string[];
  /** Whether only places without numbers can be chosen, for tickets of the cart that have no seats. */
  placesOnly?: boolean;
  /** Restricts the variants for which a seat can be bought. */
  only?: (variants: Variant[]) => Variant[];
  /** Counts how often the shop refused seats. */
  refusals?: number;
};

export type PerformancePickerProps = PickerProps & {
  /** The calendar, by month or by week. */
  calendar: (choose: (date: string) => void) => ReactNode;
  /** The next available days that the page knows, offered when a day has no availability. */
  openDays: string[];
  /** The texts for times that are compared by price; absent if they are not compared. */
  priced?: PricedTimes;
};
