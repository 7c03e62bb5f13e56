import type { Performance, PerformanceDetail, Variant } from "@/api/types";

/** Performances for tests: there are places, and nothing more than a test says. */
export function aPerformance(performanceId: string, changes: Partial<Performance> = {}): Performance {
  return {
    performanceId,
    performanceTime: "10:00",
    performanceDateTime: "2026-12-05T10:00:00-05:00",
    capacityLevelId: 1,
    capacityDescription: "Available",
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

/** What is on sale for a performance: nothing but what a test says. */
export function aDetail(changes: Partial<PerformanceDetail> = {}): PerformanceDetail {
  return {
    showTypeId: 1,
    capacityLevelId: 1,
    capacityDescription: "Available",
    productVariants: [],
    showCategories: [],
    seats: [],
    ...changes,
  };
}

/** A variant that anybody can buy one to ten of. */
export function aVariant(id: string, changes: Partial<Variant> = {}): Variant {
  return {
    id,
    extProductVariantId: id,
    isPass: false,
    displayName: id,
    displayPrice: 10,
    displayPriceIsFrom: false,
    unitPrice: 9,
    minQuantity: 1,
    maxQuantity: 10,
    selectionIndex: 1,
    ...changes,
  };
}
