import type { Performance, PerformanceDetail, Variant } from "@/api/types";

/** An available performance for tests, with the given changes. */
export function aPerformance(performanceId: string, changes: Partial<Performance> = {}): Performance {
  return {
    performanceId,
    performanceTime: "10:00",
    performanceDateTime: "2026-12-05T10:00:00-05:00",
    capacityLevelId: 1,
    capacityDescription: "Available",
    hasRoom: true,
    showTypeId: 1,
    showId: "river",
    showName: "River",
    validAllDay: false,
    alwaysPromptShow: false,
    alwaysPromptPerformance: false,
    selectionIndex: 1,
    prices: [],
    ...changes,
  };
}

/** The details of a performance for tests: empty except for the given changes. */
export function aDetail(changes: Partial<PerformanceDetail> = {}): PerformanceDetail {
  return {
    performanceId: "a",
    showTypeId: 1,
    capacityLevelId: 1,
    capacityDescription: "Available",
    productVariants: [],
    showCategories: [],
    seats: [],
    ...changes,
  };
}

/** A variant for tests that any shopper can buy in a quantity of one to ten. */
export function aVariant(id: string, changes: Partial<Variant> = {}): Variant {
  return {
    id,
    extProductVariantId: id,
    isPass: false,
    displayName: id,
    displayPrice: 10,
    displayPriceIsFrom: false,
    isRestricted: false,
    inFromPrice: true,
    cheaperSales: [],
    unitPrice: 9,
    minQuantity: 1,
    maxQuantity: 10,
    selectionIndex: 1,
    ...changes,
  };
}
