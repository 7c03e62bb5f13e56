import type { BundleProduct, BundleStep, BundleVariant, CartAddLine, Performance } from "@/api/types";
import { capacityAppearance } from "@/lib/capacity";
import { toCents } from "@/lib/money";
import { type Bounds, none, problemOf, type Quantity } from "@/parts/quantity-stepper/stepper-state";

/**
 * The bundle builder as a pure state machine: a day, then its steps in any order. Choices are stored by product and
 * variant. After a change of day or a return to the page, choices that are available stay, and the others are reported.
 */
export type BuilderState = {
  date: string | null;
  /** The steps of the day; null until they have loaded. */
  steps: BundleStep[] | null;
  /** Whether the steps must be loaded again. The current steps stay until then. */
  stale: boolean;
  /** The server's message about the day, or the page's message about a failed call. */
  failure: { message: string; unavailable: boolean } | null;
  /** The chosen performances by product: one of each selection so far, in the order of the selections. */
  times: Record<string, readonly string[]>;
  /** The chosen quantities by variant. A selected item of a list has the quantity one. */
  quantities: Record<string, Quantity>;
  /** Earlier choices that are not available on this day. */
  dropped: Dropped[];
  /** Earlier choices to apply when the steps have loaded. */
  carried: Chosen[];
  /** The id of the open step. */
  open: string | null;
};

export type Dropped = { name: string; time: boolean };

/**
 * A chosen product with its chosen times and quantities. A time is stored as show and time of day, because a different
 * day may also offer it. The names are for messages.
 */
export type Chosen = {
  productId: string;
  name: string;
  times: { showId: string; performanceTime: string }[];
  variants: { variantId: string; name: string; quantity: Quantity }[];
};

export type BuilderEvent =
  | { type: "dateChosen"; date: string }
  | { type: "dateReopened" }
  /** The shopper has returned to the page. */
  | { type: "returned"; date: string | null; carried: Chosen[]; open: string | null }
  | { type: "stepsLoaded"; date: string; steps: BundleStep[] }
  | { type: "failed"; date: string; message: string; unavailable: boolean }
  | { type: "retried" }
  /** The prices on the page may be out of date. */
  | { type: "repriced" }
  | { type: "timeChosen"; productId: string; performanceId: string }
  /** The shopper chooses the time of a selection again, and those of later selections. `position` is from 0. */
  | { type: "timeReopened"; productId: string; position: number }
  | { type: "quantityChanged"; variantId: string; quantity: Quantity }
  | { type: "toggled"; stepId: string; open: boolean };

export const initial: BuilderState = {
  date: null,
  steps: null,
  stale: false,
  failure: null,
  times: {},
  quantities: {},
  dropped: [],
  carried: [],
  open: null,
};

export type StepKind = "included" | "timed" | "list";

/**
 * A step is `timed` if an item needs a time, `included` if exactly one item is required, and otherwise a `list` with
 * checkboxes.
 */
export function kindOf(step: BundleStep): StepKind {
  if (variantsOf(step).some((variant) => variant.requiresPerformance)) return "timed";
  return step.minQuantity === 1 && step.maxQuantity === 1 ? "included" : "list";
}

function variantsOf(step: BundleStep): BundleVariant[] {
  return step.products.flatMap((product) => product.variants);
}

/** The day whose steps must be loaded; null if none. */
export function dateToLoad({ date, steps, stale, failure }: BuilderState): string | null {
  return (steps === null || stale) && failure === null ? date : null;
}

export function reduce(state: BuilderState, event: BuilderEvent): BuilderState {
  switch (event.type) {
    case "dateChosen":
      return {
        ...withoutSteps(state),
        date: event.date,
        failure: null,
        dropped: [],
        open: null,
      };
    case "dateReopened":
      return { ...withoutSteps(state), date: null, failure: null, open: null };
    case "returned":
      return { ...initial, date: event.date, carried: event.carried, open: event.open };
    case "stepsLoaded":
      return event.date === state.date ? loaded(state, event.steps) : state;
    case "failed":
      if (event.date !== state.date) return state;
      return {
        ...(event.unavailable ? withoutSteps(state) : state),
        failure: { message: event.message, unavailable: event.unavailable },
      };
    case "retried":
      return { ...state, failure: null };
    case "repriced":
      return { ...state, stale: state.steps !== null };
    case "timeChosen":
      return chooseTime(state, event.productId, event.performanceId);
    case "timeReopened": {
      const times = timesOf(state, event.productId).slice(0, event.position);
      return { ...state, times: { ...state.times, [event.productId]: times } };
    }
    case "quantityChanged":
      return { ...state, quantities: { ...state.quantities, [event.variantId]: event.quantity } };
    case "toggled":
      if (event.open) return { ...state, open: event.stepId };
      return state.open === event.stepId ? { ...state, open: null } : state;
  }
}

function withoutSteps(state: BuilderState): BuilderState {
  return { ...state, steps: null, stale: false, carried: chosenIn(state) };
}

/** All current choices. While the steps are loading, these are the earlier choices. */
export function chosenIn(state: BuilderState): Chosen[] {
  const { steps, quantities, carried } = state;
  if (steps === null) return carried;
  const chosen = wholeProducts(steps).map((product): Chosen => {
    const variants = product.variants.flatMap(({ extProductVariantId: variantId, displayName: name }) => {
      const quantity = quantities[variantId];
      return quantity && quantity.value !== 0 ? [{ variantId, name, quantity }] : [];
    });
    return {
      productId: product.extProductId,
      name: product.displayName,
      times: chosenTimes(state, product).map(({ showId, performanceTime }) => ({ showId, performanceTime })),
      variants,
    };
  });
  return chosen.filter(({ times, variants }) => times.length > 0 || variants.length > 0);
}

/** The chosen performances of a product. */
function timesOf({ times }: Pick<BuilderState, "times">, productId: string): readonly string[] {
  return times[productId] ?? [];
}

/** The chosen performances of a product, in the order of its selections, up to the first one that it does not have. */
export function chosenTimes(
  state: Pick<BuilderState, "times">,
  { extProductId, performances }: BundleProduct,
): Performance[] {
  const chosen: Performance[] = [];
  for (const id of timesOf(state, extProductId)) {
    const found = performances.find(({ performanceId }) => performanceId === id);
    if (!found) break;
    chosen.push(found);
  }
  return chosen;
}

/**
 * The products of all steps, each once. A step has only those variants of a product, and their performances, that are its
 * items.
 */
function wholeProducts(steps: readonly BundleStep[]): BundleProduct[] {
  const whole = new Map<string, BundleProduct>();
  for (const product of steps.flatMap((step) => step.products)) {
    const before = whole.get(product.extProductId);
    const isNew = ({ performanceId }: Performance) =>
      !before?.performances.some((known) => known.performanceId === performanceId);
    whole.set(product.extProductId, {
      ...product,
      performances: [...(before?.performances ?? []), ...product.performances.filter(isNew)],
      variants: [...(before?.variants ?? []), ...product.variants],
    });
  }
  return [...whole.values()];
}

/** The performances of each selection of a product. */
function selectionsOf({ performances }: BundleProduct): Performance[][] {
  const indexes = [...new Set(performances.map(({ selectionIndex }) => selectionIndex))].sort(
    (a, b) => a - b,
  );
  return indexes.map((index) => performances.filter(({ selectionIndex }) => selectionIndex === index));
}

/**
 * The performances of the selection after those of the `chosen` ones. Left out are those with which no variant is sold
 * or after which a later selection has none.
 */
export function nextTimes(product: BundleProduct, chosen: readonly Performance[]): Performance[] {
  const next = selectionsOf(product)[chosen.length] ?? [];
  return next.filter((performance) =>
    product.variants.some((variant) => canBeVisited(product, variant, [...chosen, performance])),
  );
}

/** Whether the chosen performances fit each other, and a variant is sold for a visit that begins with them. */
function canBeVisited(
  product: BundleProduct,
  variant: BundleVariant,
  chosen: readonly Performance[],
): boolean {
  const isPossible = (performance: Performance, earlier: readonly Performance[]) =>
    keepsDelay(performance, earlier) && isSoldAt(variant, [performance.performanceId]);
  const visit: Performance[] = [];
  for (const [position, offered] of selectionsOf(product).entries()) {
    const wanted = chosen[position];
    // The earliest start leaves the most time for later selections, because a delay has no maximum.
    const earliest = (wanted ? [wanted] : offered)
      .filter((performance) => isPossible(performance, visit))
      .reduce<Performance | null>((best, one) => (best && startOf(best) <= startOf(one) ? best : one), null);
    if (!earliest) return false;
    visit.push(earliest);
  }
  return true;
}

/** Whether a performance starts long enough after the first one (delay type 2) or the previous one (3). */
function keepsDelay(
  { delayTypeId, delaySelectionDateTime }: Performance,
  earlier: readonly Performance[],
): boolean {
  const before = delayTypeId === 2 ? earlier[0] : delayTypeId === 3 ? earlier.at(-1) : undefined;
  return !before || !delaySelectionDateTime || startOf(before) <= Date.parse(delaySelectionDateTime);
}

function startOf({ performanceDateTime }: Performance): number {
  return Date.parse(performanceDateTime);
}

/**
 * Applies the earlier choices that the day also offers: available performances of the same shows at the same times or
 * for the whole day, and the same variants. Other choices are dropped and reported, except the times of a product that
 * the day does not have.
 */
function loaded(state: BuilderState, steps: BundleStep[]): BuilderState {
  const times: Record<string, readonly string[]> = {};
  const dropped: Dropped[] = [];
  const carried = chosenIn(state);
  for (const product of wholeProducts(steps)) {
    const { extProductId, displayName: name } = product;
    const before = carried.find(({ productId }) => productId === extProductId)?.times ?? [];
    const kept = keptTimes(product, before);
    if (kept.length < before.length) dropped.push({ name, time: true });
    const chosen = withOnlyTimes(product, kept);
    if (chosen.length > 0) times[extProductId] = chosen.map(({ performanceId }) => performanceId);
  }
  const offered = new Map(steps.flatMap(variantsOf).map((variant) => [variant.extProductVariantId, variant]));
  const quantities: Record<string, Quantity> = {};
  for (const { productId, name, variants } of carried) {
    for (const before of variants) {
      const now = offered.get(before.variantId);
      if (now && isAvailable(now) && isSoldAt(now, timesOf({ times }, productId)))
        quantities[before.variantId] = before.quantity;
      else dropped.push({ name: `${name}, ${before.name}`, time: false });
    }
  }
  const first = steps.find((step) => kindOf(step) !== "included");
  const open = steps.find((step) => step.promotionRuleId === state.open) ?? (state.steps ? null : first);
  return {
    ...state,
    steps,
    stale: false,
    times,
    quantities,
    dropped,
    carried: [],
    open: open?.promotionRuleId ?? null,
  };
}

/** The earlier times that can be chosen in this order, up to the first one that cannot. */
function keptTimes(product: BundleProduct, before: Chosen["times"]): Performance[] {
  const kept: Performance[] = [];
  for (const { showId, performanceTime } of before) {
    const same = nextTimes(product, kept).find(
      (performance) =>
        performance.showId === showId &&
        (performance.validAllDay || performance.performanceTime === performanceTime) &&
        isOpen(performance),
    );
    if (!same) break;
    kept.push(same);
  }
  return kept;
}

/** The chosen times, and those that follow without a choice: each is the only one and available. */
function withOnlyTimes(product: BundleProduct, chosen: readonly Performance[]): readonly Performance[] {
  const next = nextTimes(product, chosen);
  const [only] = next;
  return only && !mayChoose(next) && isOpen(only) ? withOnlyTimes(product, [...chosen, only]) : chosen;
}

/** Whether the shopper chooses one of these times: there are several, or the operator requires an explicit choice. */
export function mayChoose([first, second]: Performance[]): boolean {
  return second !== undefined || first?.alwaysPromptPerformance === true;
}

/**
 * Chooses the time of a selection, after which later ones are chosen again. Drops quantities of variants that are not sold then, because they would no
 * longer be visible. All steps with the product have its times.
 */
function chooseTime(state: BuilderState, productId: string, performanceId: string): BuilderState {
  const product = wholeProducts(state.steps ?? []).find(({ extProductId }) => extProductId === productId);
  if (!product) return state;
  const is = (performance: Performance) => performance.performanceId === performanceId;
  const position = selectionsOf(product).findIndex((offered) => offered.some(is));
  const before = chosenTimes(state, product).slice(0, Math.max(0, position));
  const next = nextTimes(product, before).find(is);
  if (!next) return state;
  const chosen = withOnlyTimes(product, [...before, next]).map(({ performanceId: id }) => id);
  const unsold = product.variants.filter((variant) => !isSoldAt(variant, chosen));
  const quantities = { ...state.quantities };
  for (const variant of unsold) delete quantities[variant.extProductVariantId];
  return { ...state, times: { ...state.times, [productId]: chosen }, quantities };
}

export function isOpen(performance: Performance): boolean {
  return capacityAppearance(performance.capacityLevelId).selectable;
}

/** Whether the variant is available and can be selected. */
export function isAvailable(variant: BundleVariant): boolean {
  return capacityAppearance(variant.capacityLevelId).selectable;
}

/** Whether the variant is sold for all these performances. */
export function isSoldAt(variant: BundleVariant, performanceIds: readonly string[]): boolean {
  const sold = variant.performancePrices.map(({ performanceId }) => performanceId);
  return performanceIds.every((id) => sold.includes(id));
}

export function quantityOf({ quantities }: BuilderState, variant: BundleVariant): Quantity {
  return quantities[variant.extProductVariantId] ?? none;
}

/** The limits of a quantity. The maximum is the smaller of the maximum of the step and of the variant. */
export function boundsOf(step: BundleStep, variant: BundleVariant): Bounds {
  const max = Math.min(variant.maxQuantity, step.maxQuantity ?? Number.POSITIVE_INFINITY);
  return { min: variant.minQuantity, max, absoluteMin: 0 };
}

export function countOf(state: BuilderState, step: BundleStep): number {
  if (kindOf(step) === "included") return 1;
  return variantsOf(step)
    .map((variant) => quantityOf(state, variant).value)
    .reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : Math.max(0, value)), 0);
}

export type MissingReason =
  | { reason: "time"; product: string }
  | { reason: "minimum"; min: number }
  | { reason: "maximum"; max: number }
  | { reason: "quantity"; variant: string }
  /** The performances start before `earliest`, RFC 3339: too soon after those of the step `other`. */
  | { reason: "delay"; earliest: string; minutes: number; other: string };

/** Why a step is not valid; null if it is valid. */
export function missingIn(state: BuilderState, step: BundleStep): MissingReason | null {
  if (kindOf(step) === "included") return null;
  for (const product of step.products) {
    for (const variant of product.variants) {
      const quantity = quantityOf(state, variant);
      if (problemOf(quantity, boundsOf(step, variant)) !== null)
        return { reason: "quantity", variant: variant.displayName };
      if (quantity.value > 0 && isTimeMissing(state, product))
        return { reason: "time", product: product.displayName };
    }
  }
  const count = countOf(state, step);
  if (count < step.minQuantity) {
    // Until the shopper has made a choice, the message asks for a missing time before it asks for a quantity.
    const [first] = step.products.filter((product) => isTimeMissing(state, product));
    const hasTime = step.products.some(
      (product) => product.performances.length > 0 && !isTimeMissing(state, product),
    );
    return first && count === 0 && !hasTime
      ? { reason: "time", product: first.displayName }
      : { reason: "minimum", min: step.minQuantity };
  }
  if (step.maxQuantity !== undefined && count > step.maxQuantity)
    return { reason: "maximum", max: step.maxQuantity };
  return tooEarly(state, step);
}

/** Why the chosen times of a step are too soon after those of an earlier step; null if they are not. */
function tooEarly(state: BuilderState, step: BundleStep): MissingReason | null {
  const { delay } = step;
  const other = state.steps?.find(({ promotionRuleId }) => promotionRuleId === delay?.after);
  if (!delay || !other) return null;
  const before = startsOf(state, other).at(-1);
  const own = startsOf(state, step)[0];
  if (!before || !own) return null;
  const earliest = Date.parse(before) + delay.minutes * 60_000;
  if (Date.parse(own) >= earliest) return null;
  return {
    reason: "delay",
    earliest: atOffsetOf(before, earliest),
    minutes: delay.minutes,
    other: other.uiLabel,
  };
}

/** The starts of the chosen performances of a step, RFC 3339, in order. */
function startsOf(state: BuilderState, step: BundleStep): string[] {
  const chosen = step.products.filter(({ variants }) =>
    variants.some((variant) => quantityOf(state, variant).value > 0),
  );
  const starts = chosen.flatMap((product) =>
    chosenTimes(state, product).map(({ performanceDateTime }) => performanceDateTime),
  );
  return starts.sort((one, two) => Date.parse(one) - Date.parse(two));
}

/** A moment, in milliseconds since 1970, as RFC 3339 with the offset of another. */
function atOffsetOf(other: string, moment: number): string {
  const offset = other.slice(19);
  const minutes =
    offset === "Z"
      ? 0
      : Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6)));
  return new Date(moment + minutes * 60_000).toISOString().slice(0, 19) + offset;
}

/** Whether the product needs a time that is not chosen. */
export function isTimeMissing(state: BuilderState, product: BundleProduct): boolean {
  const needsTime = product.variants.some((variant) => variant.requiresPerformance);
  return needsTime && chosenTimes(state, product).length < Math.max(1, selectionsOf(product).length);
}

export type StepState = "optional" | "done" | "choose";

export function stateOf(state: BuilderState, step: BundleStep): StepState {
  if (missingIn(state, step) !== null) return "choose";
  return countOf(state, step) === 0 ? "optional" : "done";
}

/**
 * The first step that is not valid, with the reason; both are null before the steps have loaded. Returns null if the
 * bundle can be added.
 */
export function missing(state: BuilderState): { step: BundleStep | null; why: MissingReason | null } | null {
  if (state.steps === null) return { step: null, why: null };
  for (const step of state.steps) {
    const why = missingIn(state, step);
    if (why !== null) return { step, why };
  }
  return null;
}

/** A variant's price at the chosen times, of which the first decides; before, the lowest price of the day. */
export function priceOf(
  variant: BundleVariant,
  [first]: readonly string[],
): { displayPrice: number; regularDisplayPrice?: number } {
  return variant.performancePrices.find(({ performanceId }) => performanceId === first) ?? variant;
}

/** Whether the shopper has chosen a part. Parts that are always included do not count. */
export function hasChosen(state: BuilderState): boolean {
  return (state.steps ?? []).some((step) => kindOf(step) !== "included" && countOf(state, step) > 0);
}

/** Amounts in cents: of the bundle, and of its parts if they were bought outside the bundle. */
export type Totals = { cents: number; separately: number };

/** The running totals of the choices whose quantity is within its limits. */
export function totalsOf(state: BuilderState): Totals {
  const totals = { cents: 0, separately: 0 };
  for (const step of state.steps ?? []) {
    for (const product of step.products) {
      for (const variant of product.variants) {
        const quantity = kindOf(step) === "included" ? 1 : quantityOf(state, variant).value;
        const isWrong = problemOf({ value: quantity, typed: null }, boundsOf(step, variant)) !== null;
        if (isWrong) continue;
        const { displayPrice, regularDisplayPrice } = priceOf(variant, timesOf(state, product.extProductId));
        totals.cents += toCents(displayPrice) * quantity;
        totals.separately += toCents(regularDisplayPrice ?? displayPrice) * quantity;
      }
    }
  }
  return totals;
}

/** The cart lines. Each included part has the quantity one. */
export function cartLines(state: BuilderState): CartAddLine[] {
  const lines: CartAddLine[] = [];
  for (const step of state.steps ?? []) {
    for (const product of step.products) {
      const performances = chosenTimes(state, product).map(({ selectionIndex, performanceId }) => ({
        selectionIndex,
        performanceId,
      }));
      for (const variant of product.variants) {
        const quantity = kindOf(step) === "included" ? 1 : quantityOf(state, variant).value;
        if (quantity === 0) continue;
        lines.push({
          productId: product.extProductId,
          productVariantId: variant.extProductVariantId,
          quantity,
          ...(performances.length > 0 ? { performances } : {}),
        });
      }
    }
  }
  return lines;
}
