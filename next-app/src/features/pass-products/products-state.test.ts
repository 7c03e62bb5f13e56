import { expect, test } from "vitest";
import type { CartPass, PassOption } from "@/api/types";
import {
  allSelected,
  choicesInCart,
  initialProducts,
  needsProduct,
  nextOpen,
  optionsMatch,
  type ProductsEvent,
  type ProductsState,
  products,
  selections,
  totalCents,
} from "./products-state";

const option = (extProductVariantId: string, price: number): PassOption => ({
  extProductVariantId,
  price,
  productDisplayName: "Season Pass",
  productVariantDisplayName: "Adult",
  productShortDescription: "",
});
const choosing = (id: string, ...options: PassOption[]) => ({
  pass: { extCartTicketId: id } as CartPass,
  options,
});
const [silver, gold] = [option("silver", 149.1), option("gold", 219.2)];
const three = () =>
  initialProducts([choosing("a", silver, gold), choosing("b", gold, silver), choosing("c", silver, gold)]);

const run = (state: ProductsState, ...events: ProductsEvent[]) => events.reduce(products, state);
const open = (state: ProductsState) => state.filter(({ expanded }) => expanded).map(({ id }) => id);
const select = (id: string, variantId: string): ProductsEvent => ({ type: "selected", id, variantId });
const confirm = (id: string): ProductsEvent => ({ type: "confirmed", id });

test.each([
  [{ requiresProductSelection: true, isTicketUpgrade: false }, true],
  [{ requiresProductSelection: true, isTicketUpgrade: true }, false],
  [{ requiresProductSelection: false, isTicketUpgrade: false }, false],
])("a pass with %j needs a product choice: %j", (pass, needed) => {
  expect(needsProduct(pass as CartPass)).toBe(needed);
});

test("the first card starts open with nothing selected", () => {
  const state = three();
  expect(open(state)).toEqual(["a"]);
  expect(allSelected(state)).toBe(false);
  expect(totalCents(state)).toBe(0);
});

test("a pass that has a product in the cart starts confirmed and closed, and the first other card is open", () => {
  const choices = [choosing("a", silver, gold), choosing("b", silver, gold)];
  const passes = ["a", "b"].map(
    (extCartTicketId) =>
      ({
        extCartTicketId,
        selectedExtProductVariantId: extCartTicketId === "a" ? "gold" : undefined,
      }) as CartPass,
  );
  const state = initialProducts(choicesInCart(choices, passes));
  expect(state[0]).toMatchObject({ selected: "gold", confirmed: true });
  expect(open(state)).toEqual(["b"]);
  expect(choicesInCart(choices, passes.slice(1)).map(({ pass }) => pass)).toEqual([passes[1]]);
});

test("confirming without a selection shows an error, and a selection clears it", () => {
  const state = run(three(), confirm("a"));
  expect(state[0]).toMatchObject({ missing: true, confirmed: false, expanded: true });
  expect(run(state, select("a", "gold"))[0]).toMatchObject({ missing: false, selected: "gold" });
});

test("confirming a selection closes the card and opens the next unconfirmed one", () => {
  let state = run(three(), select("b", "silver"), confirm("b"));
  expect(open(state)).toEqual(["a", "c"]);
  state = run(state, select("c", "gold"), confirm("c"));
  expect(open(state)).toEqual(["a"]);
  expect(nextOpen(state, "b")?.id).toBe("a");
  state = run(state, select("a", "gold"), confirm("a"));
  expect(open(state)).toEqual([]);
  expect(nextOpen(state, "a")).toBeUndefined();
});

test("a confirmed card can be opened again, and a different selection must be confirmed", () => {
  const state = run(three(), select("a", "gold"), confirm("a"), { type: "toggled", id: "a", open: true });
  expect(open(state)).toEqual(["a", "b"]);
  expect(run(state, select("a", "silver"))[0]?.confirmed).toBe(false);
});

test("continuing requires a selection for every pass, but no confirmation", () => {
  let state = run(three(), select("a", "gold"), select("b", "silver"));
  expect(allSelected(state)).toBe(false);
  state = run(state, select("c", "gold"));
  expect(allSelected(state)).toBe(true);
  expect(totalCents(state)).toBe(58_750);
  expect(selections(state)).toEqual([
    { extCartTicketId: "a", extProductVariantId: "gold" },
    { extCartTicketId: "b", extProductVariantId: "silver" },
    { extCartTicketId: "c", extProductVariantId: "gold" },
  ]);
});

test("one choice can be applied to all passes if they have the same options", () => {
  expect(optionsMatch(three())).toBe(true);
  expect(optionsMatch(initialProducts([choosing("a", silver)]))).toBe(false);
  expect(optionsMatch(initialProducts([choosing("a", silver, gold), choosing("b", silver)]))).toBe(false);
  const none = run(three(), { type: "confirmedForAll", id: "a" });
  expect(none.map(({ missing }) => missing)).toEqual([true, false, false]);
  const all = run(three(), select("a", "gold"), { type: "confirmedForAll", id: "a" });
  expect(all.map(({ selected, confirmed }) => [selected, confirmed])).toEqual(Array(3).fill(["gold", true]));
  expect(open(all)).toEqual([]);
});
