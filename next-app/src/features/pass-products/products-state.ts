import type { CartPass, PassOption } from "@/api/types";
import { toCents } from "@/lib/money";

/** A pass with what it may be. */
export type Choosing = { pass: CartPass; options: PassOption[] };

export type ProductCard = {
  id: string;
  options: PassOption[];
  /** A variant, once one is picked. */
  selected: string | null;
  /** Confirm was pressed before anything was picked. */
  missing: boolean;
  expanded: boolean;
  confirmed: boolean;
};

export type ProductsState = ProductCard[];

export type ProductsEvent =
  | { type: "toggled"; id: string; open: boolean }
  | { type: "selected"; id: string; variantId: string }
  | { type: "confirmed"; id: string }
  /** What is selected for this pass is selected for all. */
  | { type: "confirmedForAll"; id: string };

/** Spec 2 §4: only passes whose product is still to be chosen are asked about, and none that is upgraded. */
export function needsProduct(pass: CartPass): boolean {
  return pass.requiresProductSelection && !pass.isTicketUpgrade;
}

/** The same of those that take the place of a ticket, on a page of their own. */
export function needsUpgrade(pass: CartPass): boolean {
  return pass.requiresProductSelection && pass.isTicketUpgrade;
}

/** The first card starts open. */
export function opened(choices: Choosing[]): ProductsState {
  return choices.map(({ pass, options }, index) => ({
    id: pass.extCartTicketId,
    options,
    selected: null,
    missing: false,
    expanded: index === 0,
    confirmed: false,
  }));
}

export function products(state: ProductsState, event: ProductsEvent): ProductsState {
  const change = (next: Partial<ProductCard>) =>
    state.map((card) => (card.id === event.id ? { ...card, ...next } : card));
  const selected = state.find(({ id }) => id === event.id)?.selected ?? null;
  switch (event.type) {
    case "toggled":
      return change({ expanded: event.open });
    case "selected":
      return change({ selected: event.variantId, missing: false, confirmed: false });
    case "confirmed": {
      if (selected === null) return change({ missing: true });
      const confirmed = change({ confirmed: true, expanded: false });
      const next = nextOpen(confirmed, event.id);
      return confirmed.map((card) => (card.id === next?.id ? { ...card, expanded: true } : card));
    }
    case "confirmedForAll":
      if (selected === null) return change({ missing: true });
      return state.map((card) => ({
        ...card,
        selected,
        missing: false,
        confirmed: true,
        expanded: false,
      }));
  }
}

/** The next pass that is not dealt with, from the one after `id` on and around the list. */
export function nextOpen(state: ProductsState, id: string): ProductCard | undefined {
  const place = state.findIndex((card) => card.id === id);
  return [...state.slice(place + 1), ...state.slice(0, place)].find(({ confirmed }) => !confirmed);
}

/** Whether every pass may be the same: there are several, and each has the same options. */
export function optionsMatch(state: ProductsState): boolean {
  const variants = ({ options }: ProductCard) =>
    options
      .map(({ extProductVariantId }) => extProductVariantId)
      .sort()
      .join(" ");
  const [first, ...others] = state;
  return (
    first !== undefined && others.length > 0 && others.every((card) => variants(card) === variants(first))
  );
}

export function allSelected(state: ProductsState): boolean {
  return state.every(({ selected }) => selected !== null);
}

export function selectedOption({ options, selected }: ProductCard): PassOption | undefined {
  return options.find(({ extProductVariantId }) => extProductVariantId === selected);
}

/** What the passes come to as far as they are selected, in cents. */
export function totalCents(state: ProductsState): number {
  return state.reduce((sum, card) => sum + toCents(selectedOption(card)?.price ?? 0), 0);
}

/** The body of `cart/pass-product`. */
export function selections(state: ProductsState) {
  return state.flatMap(({ id, selected }) =>
    selected === null ? [] : [{ extCartTicketId: id, extProductVariantId: selected }],
  );
}
