import type { Performance, PerformanceDetail, SeatState, ShowCategory, Variant } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import { formatTime } from "@/lib/dates";
import type { KeptSeat, NamedOrder } from "./seats/seat-state";

/**
 * The performance picker as a pure state machine: a date, a show, up to four performances one after another, then a
 * section or seats at each performance in a hall, one hall after another, and at the end the variants on sale. Seats are
 * named in a separate state machine (`seats/seat-state.ts`). The picker's state machine makes no calls: `nextQuestion` says what to load next. Each
 * answer names its question, and an answer to a question that is no longer open is ignored.
 */
export const maxSelections = 4;

/** Whether the shop chooses the best free seats, or the shopper names each seat. */
export type Seating = "best" | "named";

/** A choice. `automatic` says that it was the only option and was chosen automatically, which the page reports. */
export type Choice = { id: string; automatic: boolean };

/** The choice of a place at one performance. */
export type Place = {
  detail: PerformanceDetail;
  /**
   * The chosen section. It is required for shows of type 2. For shows of type 3 it is optional when the shop chooses the
   * best seats.
   */
  section: Choice | null;
  seating: Seating;
  /** Whether the shopper declared that a guest of the party needs an accessible place. */
  needDeclared: boolean;
  /** Variants of the chosen section that are sold at the earlier places too; null until they are loaded. */
  placeVariants: Variant[] | null;
  /** The seats that the shopper named; null if the shop chooses them. */
  named: NamedOrder | null;
};

export type PickerState = {
  date: string | null;
  /** How many people want to visit together. Dates, times and sections with too few places cannot be chosen. */
  groupSize: number;
  /** The date's performances; null until they have loaded. */
  performances: Performance[] | null;
  show: Choice | null;
  /** One entry per selection made so far, in the order of the selection indexes. */
  chosen: Choice[];
  /** The performances in a hall whose places stay as they are in the cart. */
  settled: readonly string[];
  /** The places that are chosen, one per performance in a hall, except the last one, which is chosen by the fields below. */
  earlier: Place[];
  /** What is sold at the chosen performances, with the sections and seats of the performance whose place is chosen. */
  detail: PerformanceDetail | null;
  section: Choice | null;
  seating: Seating;
  needDeclared: boolean;
  placeVariants: Variant[] | null;
  named: NamedOrder | null;
  /** Whether prices have changed. The variants are then loaded again, and the old ones stay until that is done. */
  stale: boolean;
  /** The message of a failed call, which can be repeated. */
  failure: string | null;
  /** Why the chosen times can no longer be bought. The shopper must choose again. */
  refusal: string | null;
};

export const initial: PickerState = {
  date: null,
  groupSize: 1,
  performances: null,
  show: null,
  chosen: [],
  settled: [],
  earlier: [],
  detail: null,
  section: null,
  seating: "best",
  needDeclared: false,
  placeVariants: null,
  named: null,
  stale: false,
  failure: null,
  refusal: null,
};

/** `performanceId` is the chosen performance whose place is chosen, and `variantIds` are those sold at the earlier places. */
export type Question =
  | { kind: "performances"; date: string; groupSize: number }
  | {
      kind: "detail";
      performanceIds: string[];
      groupSize: number;
      performanceId?: string;
      variantIds?: string[];
    }
  | { kind: "section"; performanceIds: string[]; performanceId: string; showCategoryId: string };

export type PickerEvent =
  | { type: "groupSizeChosen"; groupSize: number }
  /** `settled` are performances of that day whose places stay as they are in the cart. */
  | { type: "dateChosen"; date: string; settled?: readonly string[] }
  | { type: "showChosen"; showId: string }
  | { type: "performanceChosen"; selectionIndex: number; performanceId: string }
  /** `showCategoryId` is null for the best seats in any section. */
  | { type: "sectionChosen"; showCategoryId: string | null }
  /** `seats` are named again when their plan opens. */
  | { type: "seatingChosen"; seating: Seating; seats?: KeptSeat[] }
  | { type: "seatsNamed"; named: NamedOrder | null }
  /** `place` is the position of the place among those that are chosen. */
  | { type: "needDeclared"; place: number; needDeclared: boolean }
  /** The shopper goes on to the place at the next performance. */
  | { type: "placeDone" }
  /** The shopper reopens a step. Its choice and everything after it are cleared. */
  | { type: "reopened"; step: Step }
  | { type: "performancesLoaded"; question: Question; performances: Performance[] }
  | { type: "detailLoaded"; question: Question; detail: PerformanceDetail }
  | { type: "placeLoaded"; question: Question; variants: Variant[] }
  | { type: "failed"; question: Question; message: string }
  | { type: "refused"; question: Question; message: string }
  | { type: "retried" }
  | { type: "repriced" };

/** Whether variants, prices and seats are different after an event, so that what was chosen of them is cleared. */
export function changesOffer({ type }: PickerEvent): boolean {
  return type !== "retried" && type !== "needDeclared";
}

export type Step =
  | { kind: "date" }
  | { kind: "show" }
  | { kind: "performance"; selectionIndex: number }
  | { kind: "section"; place: number }
  | { kind: "seat"; place: number };

export function reduce(state: PickerState, event: PickerEvent): PickerState {
  switch (event.type) {
    case "groupSizeChosen":
      // The size is chosen before the date, because what was loaded for a date depends on it.
      return state.date === null ? { ...state, groupSize: event.groupSize } : state;
    case "dateChosen":
      return { ...initial, groupSize: state.groupSize, date: event.date, settled: event.settled ?? [] };
    case "performancesLoaded":
      if (!asks(state, event.question)) return state;
      return autoPick({ ...state, performances: event.performances });
    case "showChosen":
      if (!shows(state).some((show) => show.showId === event.showId)) return state;
      return autoPick(withShow(state, { id: event.showId, automatic: false }));
    case "performanceChosen":
      return choosePerformance(state, event.selectionIndex, event.performanceId);
    case "detailLoaded":
      if (!asks(state, event.question)) return state;
      return autoPick({ ...state, detail: withoutSettled(state, event.detail), stale: false });
    case "sectionChosen":
      return chooseSection(state, event.showCategoryId);
    case "seatingChosen":
      if (seats(state).length === 0) return state;
      return { ...state, ...noPlace, seating: event.seating, named: event.seats ? again(event.seats) : null };
    case "seatsNamed":
      return { ...state, named: event.named };
    case "needDeclared":
      return declare(state, event.place, event.needDeclared);
    case "placeLoaded":
      return asks(state, event.question) ? placeLoaded(state, event.variants) : state;
    case "placeDone":
      return finishPlace(state);
    case "reopened":
      return reopen(state, event.step);
    case "failed":
      return asks(state, event.question) ? { ...state, failure: event.message } : state;
    case "refused":
      return asks(state, event.question) ? { ...state, refusal: event.message } : state;
    case "retried":
      return { ...state, failure: null };
    case "repriced":
      // Nothing is loaded again for named seats, because each seat has a separate price.
      return variants(state) === null ? state : { ...state, stale: true };
  }
}

const noPlace = {
  section: null,
  seating: "best",
  needDeclared: false,
  placeVariants: null,
  named: null,
  stale: false,
  failure: null,
  refusal: null,
} as const;
const noDetail = { detail: null, earlier: [], ...noPlace };

/** Named seats whose prices are still to be loaded. */
function again(seats: KeptSeat[]): NamedOrder {
  return { lines: [], cents: 0, seats };
}

/** No place is chosen at a settled performance. */
function withoutSettled(state: PickerState, detail: PerformanceDetail): PerformanceDetail {
  if (!state.settled.includes(detail.performanceId)) return detail;
  return { ...detail, showTypeId: 1, showCategories: [], seats: [] };
}

function declare(state: PickerState, position: number, needDeclared: boolean): PickerState {
  if (position === state.earlier.length) return { ...state, needDeclared };
  const earlier = state.earlier.map((place, at) => (at === position ? { ...place, needDeclared } : place));
  return { ...state, earlier };
}

function placeLoaded(state: PickerState, loaded: Variant[]): PickerState {
  const among = variantIdsSoFar(state);
  const placeVariants = loaded.filter((variant) => among?.includes(variant.extProductVariantId) ?? true);
  const next = { ...state, placeVariants, stale: false };
  // A section is one press. The place at the next performance follows at once.
  return state.detail?.showTypeId === 2 && placeVariants.length > 0 ? finishPlace(next) : next;
}

function finishPlace(state: PickerState): PickerState {
  const { earlier, detail, section, seating, needDeclared, placeVariants, named } = state;
  if (detail === null || !hasNextPlace(state) || !isPlaceChosen(state)) return state;
  const place = { detail, section, seating, needDeclared, placeVariants, named };
  return { ...state, ...noDetail, earlier: [...earlier, place] };
}

function withShow(state: PickerState, show: Choice | null): PickerState {
  return { ...state, show, chosen: [], ...noDetail };
}

function choosePerformance(state: PickerState, selectionIndex: number, performanceId: string): PickerState {
  const position = indexes(state).indexOf(selectionIndex);
  // A later selection is offered only after the earlier ones are made.
  if (position < 0 || position > state.chosen.length) return state;
  const performance = options(state, selectionIndex).find((option) => option.performanceId === performanceId);
  if (!performance || !isOpenFor(performance)) return state;
  const chosen = [...state.chosen.slice(0, position), { id: performanceId, automatic: false }];
  return autoPick({ ...state, chosen, ...noDetail });
}

function chooseSection(state: PickerState, id: string | null): PickerState {
  if (id === null) return seats(state).length > 0 ? { ...state, ...noPlace } : state;
  const section = sections(state).find((each) => each.showCategoryId === id);
  if (!section || !isOpenFor(section)) return state;
  return { ...state, ...noPlace, section: { id, automatic: false } };
}

function reopen(state: PickerState, step: Step): PickerState {
  switch (step.kind) {
    case "date":
      return { ...initial, groupSize: state.groupSize };
    case "show":
      return withShow(state, null);
    case "performance": {
      const position = indexes(state).indexOf(step.selectionIndex);
      if (position < 0) return state;
      return { ...state, chosen: state.chosen.slice(0, position), ...noDetail };
    }
    case "section":
    case "seat": {
      const place = state.earlier[step.place];
      if (!place) return { ...state, ...noPlace };
      const { detail } = place;
      return { ...state, ...noPlace, earlier: state.earlier.slice(0, step.place), detail };
    }
  }
}

/**
 * Makes choices that have only one option, one after another. A show or performance that always prompts is left to the
 * shopper. A sold-out option is also left to the shopper, because choosing it automatically would hide that it is full.
 */
function autoPick(state: PickerState): PickerState {
  if (state.performances === null) return state;

  if (state.show === null) {
    const [only, ...others] = shows(state);
    if (!only || others.length > 0 || only.alwaysPrompt) return state;
    return autoPick(withShow(state, { id: only.showId, automatic: true }));
  }

  const next = nextIndex(state);
  if (next !== null) {
    const [only, ...others] = options(state, next);
    if (!only || others.length > 0 || only.alwaysPromptPerformance || !isOpenFor(only)) return state;
    return autoPick({ ...state, chosen: [...state.chosen, { id: only.performanceId, automatic: true }] });
  }

  if (state.detail?.showTypeId === 2 && state.section === null) {
    const [only, ...others] = sections(state);
    if (only && others.length === 0 && isOpenFor(only)) {
      return { ...state, section: { id: only.showCategoryId, automatic: true } };
    }
  }
  // With a single seat, there is no choice between best and named seats.
  return seats(state).length === 1 ? { ...state, seating: "named" } : state;
}

// Reading the state ---------------------------------------------------------------------------------------------

/** What must be loaded before the shopper can continue, or null. */
export function nextQuestion(state: PickerState): Question | null {
  if (state.failure !== null || state.refusal !== null || state.date === null) return null;
  const { groupSize } = state;
  if (state.performances === null) return { kind: "performances", date: state.date, groupSize };
  if (state.show === null || nextIndex(state) !== null || state.chosen.length === 0) return null;
  const performanceIds = state.chosen.map((choice) => choice.id);
  const variantIds = variantIdsSoFar(state);
  const needs = (answer: unknown) => answer === null || state.stale;
  if (state.section && state.detail !== null) {
    const { performanceId } = state.detail;
    const showCategoryId = state.section.id;
    return needs(state.placeVariants)
      ? { kind: "section", performanceIds, performanceId, showCategoryId }
      : null;
  }
  if (!needs(state.detail)) return null;
  const performanceId = inHalls(state)[state.earlier.length];
  return {
    kind: "detail",
    performanceIds,
    groupSize: party(state)?.length ?? groupSize,
    ...(performanceId === undefined ? {} : { performanceId }),
    ...(variantIds === null ? {} : { variantIds }),
  };
}

/** The chosen performances in a hall at which a place is chosen, in the order of the selections. */
function inHalls(state: PickerState): string[] {
  const isInHall = ({ showTypeId }: Performance) => showTypeId === 2 || showTypeId === 3;
  return state.chosen.flatMap(({ id }, position) => {
    const performance = chosenPerformance(state, position);
    return performance && isInHall(performance) && !state.settled.includes(id) ? [id] : [];
  });
}

/** Whether a place is chosen at another performance after the one whose place is open. */
export function hasNextPlace(state: PickerState): boolean {
  const type = state.detail?.showTypeId;
  // The shop assigns the places of a package, which therefore asks for none.
  return (type === 2 || type === 3) && state.earlier.length + 1 < inHalls(state).length;
}

/** Whether places are chosen at several performances, so that each step names its show. */
export function hasSeveralPlaces(state: PickerState): boolean {
  return state.earlier.length > 0 || hasNextPlace(state);
}

/** The name of the show at which a place is chosen; of a show without a name, the time. */
export function showAt(
  state: PickerState,
  { performanceId }: Pick<PerformanceDetail, "performanceId">,
): string {
  const performance = state.performances?.find((one) => one.performanceId === performanceId);
  return performance?.showName || formatTime(performance?.performanceTime ?? "");
}

/** Whether the open place is chosen, as far as it must be. */
export function isPlaceChosen(state: PickerState): boolean {
  if (state.detail === null) return false;
  if (state.section !== null || state.detail.showTypeId === 2) return state.placeVariants !== null;
  const isNamed = state.seating === "named" || state.named !== null;
  if (seats(state).length === 0 || !isNamed) return true;
  const count = state.named?.lines.length ?? 0;
  return count > 0 && count === (party(state)?.length ?? count);
}

/** The variant of each unit, if seats were named at an earlier performance; null if quantities are still to be chosen. */
export function party(state: PickerState): string[] | null {
  const named = state.earlier.find((place) => place.named !== null)?.named;
  return named ? named.lines.map(({ variantId }) => variantId) : null;
}

/** The variants that can still be bought with the earlier places; null if there are none. */
export function variantIdsSoFar(state: PickerState): string[] | null {
  const last = state.earlier.at(-1);
  if (!last) return null;
  const sold = last.placeVariants ?? last.detail.productVariants;
  return [...new Set(party(state) ?? sold.map(({ extProductVariantId }) => extProductVariantId))];
}

export function questionKey(question: Question): string {
  return JSON.stringify(question);
}

function asks(state: PickerState, question: Question): boolean {
  const now = nextQuestion(state);
  return now !== null && questionKey(now) === questionKey(question);
}

/** The selection indexes of the chosen date, in ascending order; at most four. */
export function indexes(state: PickerState): number[] {
  const all = new Set((state.performances ?? []).map((performance) => performance.selectionIndex));
  return [...all].sort((a, b) => a - b).slice(0, maxSelections);
}

export type Show = { showId: string; showName: string; alwaysPrompt: boolean };

/** The shows of the first selection, which is the only one for which a show is chosen. */
export function shows(state: PickerState): Show[] {
  const first = indexes(state)[0];
  const found = new Map<string, Show>();
  for (const performance of state.performances ?? []) {
    if (performance.selectionIndex !== first) continue;
    const known = found.get(performance.showId);
    found.set(performance.showId, {
      showId: performance.showId,
      showName: performance.showName,
      alwaysPrompt: (known?.alwaysPrompt ?? false) || performance.alwaysPromptShow,
    });
  }
  return [...found.values()];
}

/**
 * All performances of a selection; for the first selection, only the performances of the chosen show.
 * Includes performances that start too early after the previous choices.
 */
export function offered(state: PickerState, selectionIndex: number): Performance[] {
  const position = indexes(state).indexOf(selectionIndex);
  return (state.performances ?? []).filter(
    (performance) =>
      performance.selectionIndex === selectionIndex &&
      (position > 0 || performance.showId === state.show?.id),
  );
}

/**
 * The performances of a selection that fit the previous choices, including sold-out ones. A performance with
 * a delay is left out if an earlier choice starts after its `delaySelectionDateTime`. The earlier choice is
 * the first one for delay type 2, and the previous one for delay type 3.
 */
export function options(state: PickerState, selectionIndex: number): Performance[] {
  const position = indexes(state).indexOf(selectionIndex);
  if (position < 0) return [];
  const first = chosenPerformance(state, 0);
  const previous = chosenPerformance(state, position - 1);
  return offered(state, selectionIndex).filter((performance) => {
    if (position === 0) return true;
    const { delayTypeId, delaySelectionDateTime } = performance;
    if (delayTypeId === 2) return !startsAfter(first, delaySelectionDateTime);
    return delayTypeId !== 3 || !startsAfter(previous, delaySelectionDateTime);
  });
}

function startsAfter(performance: Performance | null, deadline: string | null | undefined): boolean {
  if (!deadline) return false;
  // Without the earlier choice there is no start time to compare, so the performance cannot be chosen yet.
  if (performance === null) return true;
  return Date.parse(performance.performanceDateTime) > Date.parse(deadline);
}

export function chosenPerformance(state: PickerState, position: number): Performance | null {
  const choice = state.chosen[position];
  if (!choice) return null;
  return state.performances?.find((performance) => performance.performanceId === choice.id) ?? null;
}

/** The first selection without a choice, or null if all are made. */
export function nextIndex(state: PickerState): number | null {
  return indexes(state)[state.chosen.length] ?? null;
}

/** The sections of a show that sells sections or seats. */
export function sections(state: PickerState): ShowCategory[] {
  const type = state.detail?.showTypeId;
  return (type === 2 || type === 3 ? state.detail?.showCategories : null) ?? [];
}

export function seats(state: PickerState): SeatState[] {
  return state.detail?.showTypeId === 3 ? state.detail.seats : [];
}

/** The image of the section layout of a show that is sold by section, if it has one. */
export function seatingChart(state: PickerState): string | null {
  if (state.detail?.showTypeId !== 2) return null;
  return chosenPerformance(state, placePosition(state))?.seatingChartImage ?? null;
}

/** The position of the choice for which a section or seats are chosen; -1 before its sections and seats are loaded. */
export function placePosition(state: PickerState): number {
  return state.chosen.findIndex(({ id }) => id === state.detail?.performanceId);
}

/**
 * The steps after `step` in which the shopper made a choice. Reopening `step` clears these choices. Automatic choices
 * of a show, a performance or a section are left out, because the shopper did not make them.
 */
export function clearedWith(state: PickerState, step: Step): Step[] {
  const made: Step[] = state.show && !state.show.automatic ? [{ kind: "show" }] : [];
  state.chosen.forEach((choice, position) => {
    const selectionIndex = indexes(state)[position];
    if (!choice.automatic && selectionIndex !== undefined) made.push({ kind: "performance", selectionIndex });
  });
  const open = state.detail ? [{ ...state, detail: state.detail }] : [];
  [...state.earlier, ...open].forEach(({ detail, section, seating }, place) => {
    if (detail.showTypeId === 3) {
      if (seating === "named" || section) made.push({ kind: "seat", place });
    } else if (section && !section.automatic) made.push({ kind: "section", place });
  });
  return made.filter((each) => rank(each) > rank(step));
}

function rank(step: Step): number {
  switch (step.kind) {
    case "date":
      return 0;
    case "show":
      return 1;
    case "performance":
      return 1 + step.selectionIndex;
    default:
      return 100 + step.place;
  }
}

/** The variants on sale whose quantities are chosen; null if seats are named, after a failure, and while choices or answers are missing. */
export function variants(state: PickerState): Variant[] | null {
  if (state.detail === null || state.failure !== null || state.refusal !== null) return null;
  if (hasNextPlace(state) || party(state) !== null) return null;
  if (state.detail.showTypeId === 2 || state.section) return state.placeVariants;
  // Named seats have variants for each seat.
  const isNamed = state.seating === "named" || state.named !== null;
  return seats(state).length > 0 && isNamed ? null : state.detail.productVariants;
}

/** Whether the day has no performances. */
export function noPerformances(state: PickerState): boolean {
  return state.performances?.length === 0;
}

/** Whether nothing is sold at the chosen performance: no section, no seat, or no variant. */
export function noAvailability(state: PickerState): boolean {
  if (state.detail === null) return false;
  if (state.detail.showTypeId === 2 && sections(state).length === 0) return true;
  if (state.detail.showTypeId === 3 && seats(state).length === 0) return true;
  return (variants(state) ?? state.placeVariants)?.length === 0;
}

/**
 * Whether every performance of the next selection is hidden by its delay. The shop does not sell incomplete
 * combinations, so the shopper must choose an earlier time.
 */
export function deadEnd(state: PickerState): boolean {
  const next = nextIndex(state);
  return state.chosen.length > 0 && next !== null && options(state, next).length === 0;
}

/** The day to offer if the chosen day has no availability: the next open day, or the first one if none follows. */
export function otherDay(state: PickerState, openDays: string[]): string | null {
  const { date } = state;
  if (date === null) return null;
  return openDays.find((day) => day > date) ?? openDays.find((day) => day !== date) ?? null;
}

/**
 * The step that waits for the shopper; null while loading, after a failure, if nothing can be chosen, or when
 * everything is chosen. The seat step stays open, so that the shopper can look at the plan even if the shop chooses the
 * seats.
 */
export function openStep(state: PickerState): Step | null {
  if (state.date === null) return { kind: "date" };
  if (state.performances === null || noPerformances(state) || deadEnd(state)) return null;
  if (state.show === null) return { kind: "show" };
  const next = nextIndex(state);
  if (next !== null) return { kind: "performance", selectionIndex: next };
  if (state.detail === null) return null;
  const place = state.earlier.length;
  if (seats(state).length > 0) return { kind: "seat", place };
  return sections(state).length > 0 && state.section === null ? { kind: "section", place } : null;
}

/** Whether the shopper names seats, on a plan that needs room. */
export function namesSeats(state: PickerState): boolean {
  return openStep(state)?.kind === "seat" && state.seating === "named";
}

export type LinePerformance = {
  selectionIndex: number;
  performanceId: string;
  showCategoryId?: string;
  seatId?: string;
  bestSeats?: boolean;
  accessibilityDeclared?: boolean;
};

/** The seat of a unit at each performance at which seats were named. */
export type UnitSeats = Readonly<Record<string, string>>;

/** A unit with its seats. */
export type SeatedUnit = Omit<NamedOrder["lines"][number], "seatId"> & { seats: UnitSeats };

/**
 * The units for which seats are named, each with a seat at every performance at which seats are named; null if none are
 * named. Empty until there is a seat for each. The seats of a variant are paired in the order in which they were named.
 */
export function seatedUnits(state: PickerState): SeatedUnit[] | null {
  const places = placesOf(state).filter(({ seating, named }) => seating === "named" || named !== null);
  const [first, ...others] = places;
  if (!first) return null;
  const units = (first.named?.lines ?? []).map(({ seatId, ...unit }) => ({
    ...unit,
    seats: { [first.detail.performanceId]: seatId },
  }));
  for (const { detail, named } of others) {
    const left = [...(named?.lines ?? [])];
    if (left.length !== units.length) return [];
    for (const unit of units) {
      const at = left.findIndex(({ variantId }) => variantId === unit.variantId);
      const [seat] = at < 0 ? [] : left.splice(at, 1);
      if (!seat) return [];
      unit.seats[detail.performanceId] = seat.seatId;
    }
  }
  return units;
}

/** For how many people seats are named so far. */
export function namedCount(state: PickerState): number {
  return party(state)?.length ?? state.named?.seats.length ?? 0;
}

function placesOf(state: PickerState): Place[] {
  return state.detail === null ? state.earlier : [...state.earlier, { ...state, detail: state.detail }];
}

/**
 * The chosen performances for a cart line, with a place at each performance that has sections or seats; undefined if none
 * is chosen. Named seats replace the places chosen in the picker.
 */
export function linePerformances(state: PickerState, seatIds: UnitSeats = {}): LinePerformance[] | undefined {
  if (state.chosen.length === 0) return undefined;
  const order = indexes(state);
  const places = placesOf(state);
  return state.chosen.map(({ id }, position) => ({
    selectionIndex: order[position] ?? position + 1,
    performanceId: id,
    ...placeAt(
      places.find(({ detail }) => detail.performanceId === id),
      seatIds[id],
    ),
  }));
}

function placeAt(place: Place | undefined, seatId: string | undefined): Partial<LinePerformance> {
  if (!place) return {};
  const { detail, section, needDeclared } = place;
  const declared = needDeclared ? { accessibilityDeclared: true } : {};
  if (seatId !== undefined) return { seatId, ...declared };
  return {
    ...declared,
    ...(section ? { showCategoryId: section.id } : {}),
    ...(detail.showTypeId === 3 && detail.seats.length > 0 ? { bestSeats: true } : {}),
  };
}
