import type { CartPass, PassOption } from "@/api/types";
import { toCents } from "@/lib/money";

/** A pass with its options. */
export type Choosing = { pass: CartPass; options: PassOption[] };

export type ProductCard = {
  id: string;
  options: PassOption[];
  /** The selected variant, if any. */
  selected: string | null;
  /** Whether Confirm was pressed without a selection. */
  missing: boolean;
  expanded: boolean;
  confirmed: boolean;
};

export type ProductsState = ProductCard[];

export type ProductsEvent =
  | { type: "toggled"; id: string; open: boolean }
  | { type: "selected"; id: string; variantId: string }
  | { type: "confirmed"; id: string }
  /** The selection of this pass is applied to all passes. */
  | { type: "confirmedForAll"; id: string };

/** Whether a pass that is not an upgrade still needs a product. Upgrades are chosen on a separate page. */
export function needsProduct(pass: CartPass): boolean {
  return pass.requiresProductSelection && !pass.isTicketUpgrade;
}

/** The initial state: the products that the passes have in the cart. Only the first card without a product is open. */
export function initialProducts(choices: Choosing[]): ProductsState {
  const state = choices.map(({ pass, options }) => {
    const inCart = options.find((option) => option.extProductVariantId === pass.selectedExtProductVariantId);
    return {
      id: pass.extCartTicketId,
      options,
      selected: inCart?.extProductVariantId ?? null,
      missing: false,
      expanded: false,
      confirmed: inCart !== undefined,
    };
  });
  const first = state.find(({ confirmed }) => !confirmed);
  return state.map((card) => (card === first ? { ...card, expanded: true } : card));
}

/** The choices of an earlier visit of the page, with the passes that are still in the cart, as the cart has them now. */
export function choicesInCart(choices: readonly Choosing[], passes: readonly CartPass[]): Choosing[] {
  return choices.flatMap(({ pass: { extCartTicketId }, options }) => {
    const pass = passes.find((each) => each.extCartTicketId === extCartTicketId);
    return pass ? [{ pass, options }] : [];
  });
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

/** The first unconfirmed pass after `id`; after the last pass the search continues at the first. */
export function nextOpen(state: ProductsState, id: string): ProductCard | undefined {
  const place = state.findIndex((card) => card.id === id);
  return [...state.slice(place + 1), ...state.slice(0, place)].find(({ confirmed }) => !confirmed);
}

/** Whether one choice can be applied to all passes: there are at least two, and all have the same options. */
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

/** The total of the selected options, in cents. */
export function totalCents(state: ProductsState): number {
  return state.reduce((sum, card) => sum + toCents(selectedOption(card)?.price ?? 0), 0);
}

/** The body of `cart/pass-product`. */
export function selections(state: ProductsState) {
  return state.flatMap(({ id, selected }) =>
    selected === null ? [] : [{ extCartTicketId: id, extProductVariantId: selected }],
  );
}
