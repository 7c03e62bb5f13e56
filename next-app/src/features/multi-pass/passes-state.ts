import type { FieldError } from "@/api/outcome";
import type { Product, Variant } from "@/api/types";
import { toCents } from "@/lib/money";
import {
  formatField,
  type PersonErrorId,
  type PersonField,
  parseBirthDay,
  personErrors,
  personFields,
  type TypedPerson,
} from "@/lib/passholder-rules";
import { type ReportedError, reportAll, type TypedFields, withError, withValue } from "@/lib/typed-fields";

/** A pass offered on the page. */
export type Offered = { product: Product; variant: Variant };

/** A chosen pass, with the values typed for its passholder. */
export type Entry = TypedFields<PersonField, PersonErrorId> & {
  /** A unique key, which is not reused while the page is open. */
  key: number;
  variantId: string;
};

/** The part of an entry that is stored, to restore it after a reload or Back. */
export type StoredEntry = { variantId: string; typed: TypedPerson };

export type Passes = {
  /** The entries in the order of the page; entries of one variant are together. */
  entries: Entry[];
  nextKey: number;
  /** Whether entries were removed because their passes are no longer offered. */
  hasRemovedPasses: boolean;
};

export type PassesEvent =
  | { type: "added"; variantId: string }
  | { type: "removed"; key: number }
  | { type: "changed"; key: number; field: PersonField; value: string }
  | { type: "left"; key: number; field: PersonField }
  /** Add to Cart was pressed, which shows all errors. */
  | { type: "pressed" }
  | { type: "refused"; errors: FieldError[]; sent: number[] }
  | { type: "returned"; entries: StoredEntry[] }
  /** The offered passes have changed. */
  | { type: "offered" };

export const noPasses: Passes = { entries: [], nextKey: 1, hasRemovedPasses: false };

/** The API's limit for one call, which is also the limit of a cart. */
export const maxPasses = 50;

/**
 * Keeps only pass variants, and only products that have any. Products with performances are left out: the call that
 * adds passes with their holders has no performance, so these passes are bought on their product pages.
 */
export function passesOf(products: Product[]): Product[] {
  return products
    .filter((product) => !product.hasPerformances)
    .map((product) => ({ ...product, variants: product.variants.filter((variant) => variant.isPass) }))
    .filter((product) => product.variants.length > 0);
}

export function offeredIn(products: Product[]): Offered[] {
  return products.flatMap((product) => product.variants.map((variant) => ({ product, variant })));
}

function find(offered: Offered[], variantId: string): Offered | undefined {
  return offered.find(({ variant }) => variant.extProductVariantId === variantId);
}

export function entriesOf({ entries }: Passes, variant: Variant): Entry[] {
  return entries.filter((entry) => entry.variantId === variant.extProductVariantId);
}

/** Whether the limit of the variant or of the cart is reached. */
export function isFull(state: Passes, variant: Variant): boolean {
  return state.entries.length >= maxPasses || entriesOf(state, variant).length >= variant.maxQuantity;
}

function errorsIn(entry: Entry, offered: Offered[]): [PersonField, PersonErrorId][] {
  const of = find(offered, entry.variantId);
  // The age is computed for the current day at the venue, which is the first day on sale.
  return of ? personErrors(entry.typed, of.variant, of.product.firstDate) : [];
}

/** What is missing before passes can be added to the cart; null if nothing is missing. */
export function missing({ entries }: Passes, offered: Offered[]): "passes" | "details" | null {
  if (entries.length === 0) return "passes";
  return entries.some((entry) => errorsIn(entry, offered).length > 0) ? "details" : null;
}

/** The total of the passes in cents. With `byPlan` it includes the plan's fee for each pass. */
export function totalCents({ entries }: Passes, offered: Offered[], byPlan: boolean): number {
  const one = (variant: Variant | undefined) =>
    toCents(variant?.displayPrice ?? 0) + (byPlan ? toCents(variant?.installmentBillingPlanFee ?? 0) : 0);
  return entries.reduce((cents, { variantId }) => cents + one(find(offered, variantId)?.variant), 0);
}

/**
 * The part that is paid today, in cents, if the passes with a plan are paid with it. Null if no pass has a plan, or if
 * one has a lender plan.
 */
export function todayCents({ entries }: Passes, offered: Offered[]): number | null {
  const chosen = entries.flatMap(({ variantId }) => find(offered, variantId)?.variant ?? []);
  if (!chosen.some((variant) => variant.installmentBillingPlanId)) return null;
  const parts = chosen.map(partToday);
  return parts.reduce<number | null>(
    (cents, part) => (cents === null || part === undefined ? null : cents + toCents(part)),
    0,
  );
}

/** What is paid of a pass today: the full price without a plan, and nothing that is known here with a lender plan. */
export function partToday(variant: Variant): number | undefined {
  return variant.installmentBillingPlanId ? variant.installmentBillingPlanToday : variant.displayPrice;
}

/** All errors to show, in the order of the page. */
export function reportedErrors({
  entries,
}: Passes): { entry: Entry; field: PersonField; wrong: ReportedError<PersonErrorId> }[] {
  return entries.flatMap((entry) =>
    personFields.flatMap((field) => {
      const wrong = entry.errors[field];
      return wrong ? [{ entry, field, wrong }] : [];
    }),
  );
}

/** `Ada Lovelace`; null if neither name is known. */
export function nameOf({ typed }: Entry): string | null {
  return `${typed.firstName} ${typed.lastName}`.trim() || null;
}

/** The passes in the API's format, in the order of the page. */
export function newPasses({ entries }: Passes, offered: Offered[]) {
  return entries.map(({ variantId, typed }) => {
    const of = find(offered, variantId);
    return {
      extProductVariantId: variantId,
      firstName: typed.firstName.trim(),
      lastName: typed.lastName.trim(),
      birthDate: (of && parseBirthDay(typed.birthDate, of.product.firstDate)) ?? undefined,
      unitPrice: of?.variant.unitPrice,
    };
  });
}

export function kept({ entries }: Passes): StoredEntry[] {
  return entries.map(({ variantId, typed }) => ({ variantId, typed }));
}

/** The stored entries that have the expected shape. */
export function parseStoredEntries(stored: unknown): StoredEntry[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (one): one is StoredEntry =>
      typeof one?.variantId === "string" &&
      personFields.every((field) => typeof one.typed?.[field] === "string"),
  );
}

export function passes(state: Passes, event: PassesEvent, offered: Offered[]): Passes {
  switch (event.type) {
    case "added": {
      const entry = blank(state.nextKey, event.variantId);
      return inOrder({ ...state, entries: [...state.entries, entry], nextKey: state.nextKey + 1 }, offered);
    }
    case "removed":
      return { ...state, entries: state.entries.filter(({ key }) => key !== event.key) };
    case "changed":
      return withEntry(state, event.key, (entry) => write(entry, event.field, event.value, offered));
    case "left":
      return withEntry(state, event.key, (entry) => leave(entry, event.field, offered));
    case "pressed":
      return {
        ...state,
        entries: state.entries.map((entry) => ({ ...entry, errors: reportAll(errorsIn(entry, offered)) })),
      };
    case "refused":
      return {
        ...state,
        entries: state.entries.map((entry) => ({
          ...entry,
          errors: serverErrors(event.errors, event.sent.indexOf(entry.key)),
        })),
      };
    case "returned": {
      const entries = event.entries.map(({ variantId, typed }, index) => ({
        ...blank(state.nextKey + index, variantId),
        typed,
      }));
      const all = { ...state, entries, nextKey: state.nextKey + entries.length };
      return inOrder(all, offered);
    }
    case "offered":
      return inOrder(state, offered);
  }
}

function blank(key: number, variantId: string): Entry {
  const typed = { firstName: "", lastName: "", birthDate: "" };
  return { key, variantId, typed, errors: {}, edited: [] };
}

/** Sorts entries in the order of the offered passes, and drops entries that are no longer offered. */
function inOrder(state: Passes, offered: Offered[]): Passes {
  const place = ({ variantId }: Entry) =>
    offered.findIndex(({ variant }) => variant.extProductVariantId === variantId);
  const entries = state.entries.filter((entry) => place(entry) >= 0).sort((a, b) => place(a) - place(b));
  return {
    ...state,
    entries,
    hasRemovedPasses: state.hasRemovedPasses || entries.length < state.entries.length,
  };
}

function withEntry(state: Passes, key: number, change: (entry: Entry) => Entry): Passes {
  return { ...state, entries: state.entries.map((entry) => (entry.key === key ? change(entry) : entry)) };
}

/** Changes the value of a field. An error that is shown disappears as soon as the field is valid. */
function write(entry: Entry, field: PersonField, value: string, offered: Offered[]): Entry {
  if (entry.typed[field] === value) return entry;
  const changed = withValue(entry, field, value);
  return changed.errors[field] ? validateField(changed, field, offered) : changed;
}

/** Formats and validates an edited field that loses focus. */
function leave(entry: Entry, field: PersonField, offered: Offered[]): Entry {
  if (!entry.edited.includes(field)) return entry;
  const today = find(offered, entry.variantId)?.product.firstDate;
  const shown = today ? formatField(field, entry.typed[field], today) : entry.typed[field];
  return validateField(write(entry, field, shown, offered), field, offered);
}

function validateField(entry: Entry, field: PersonField, offered: Offered[]): Entry {
  return withError(entry, field, reportAll(errorsIn(entry, offered))[field]);
}

/** The server's errors for one pass. `place` is the position of the pass in the call, from 0. */
function serverErrors(errors: FieldError[], place: number): Entry["errors"] {
  const serverMessage: Entry["errors"] = {};
  for (const field of personFields) {
    const error = errors.find((one) => one.field === `newPasses.${place}.${field}`);
    if (error) serverMessage[field] = { serverMessage: error.message };
  }
  return serverMessage;
}
