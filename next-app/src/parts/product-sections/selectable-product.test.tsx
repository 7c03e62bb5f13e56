// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { CartItem, Product } from "@/api/types";
import { SelectableProduct } from "./selectable-product";

afterEach(cleanup);

const variant = (id: string, displayName: string, displayPrice: number) => ({
  id,
  extProductVariantId: id,
  displayName,
  displayPrice,
});
const product = {
  id: "day",
  productDisplayName: "Day Ticket",
  productImages: [],
  hideVariantsInMultiProductView: false,
  orderFees: [],
  offers: [],
  variants: [
    { ...variant("adult", "Adult", 49), effectivePassLevelName: "Gold", ageRestrictionText: "13 and older" },
    variant("child", "Child", 29.5),
  ],
} as unknown as Product;

function show(shown: Product, items: CartItem[] = [], signIn: string | null = null) {
  const onSelect = vi.fn();
  render(
    <SelectableProduct
      product={shown}
      items={items}
      first={false}
      wide={false}
      signIn={signIn}
      onApproach={() => {}}
      onSelect={onSelect}
    />,
  );
  return onSelect;
}

test("each variant is shown with its level, age and price, and a button that names and selects the variant", () => {
  const onSelect = show(product);
  const adult = screen.getByText("Adult").closest("li");
  for (const text of ["Adult", "(Gold)", "13 and older", "$49.00"])
    expect(adult?.textContent).toContain(text);
  const select = screen.getByLabelText("Select Child, Day Ticket");
  expect(select.textContent).toBe("Select");
  select.click();
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("child");
});

test("for a product that requires sign-in, a guest sees links to the sign-in page instead of buttons", () => {
  const onSelect = show(
    product,
    [],
    "/authenticate/smart-login?ReturnUrl=%2Fproduct%2Fmulti%2Ftag%2Fmembers",
  );
  const [link, ...others] = screen.getAllByRole("link", { name: "Sign in to buy Day Ticket" });
  expect(others).toHaveLength(1);
  expect(link?.getAttribute("href")).toContain("/authenticate/smart-login?ReturnUrl=");
  expect(screen.queryByRole("button", { name: /Select/ })).toBeNull();
  expect(onSelect).not.toHaveBeenCalled();
});

test.each([
  ["soldOut", "Sold out"],
  ["ended", "All dates have passed"],
] as const)("a product that is %s says so and cannot be selected", (state, text) => {
  render(
    <SelectableProduct
      product={product}
      items={[]}
      first={false}
      wide={false}
      signIn={null}
      state={state}
      onApproach={() => {}}
      onSelect={() => {}}
    />,
  );
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByRole("button", { name: /Select/ })).toBeNull();
});

test("a product whose variants the operator hides is selected as a whole", () => {
  const onSelect = show({ ...product, hideVariantsInMultiProductView: true }, [
    { productVariantId: "adult", quantity: 2 },
    { productVariantId: "child", quantity: 1 },
  ] as CartItem[]);
  expect(screen.queryByText("Adult")).toBeNull();
  expect(screen.getByText("In cart: 3")).toBeDefined();
  screen.getByLabelText("Select Day Ticket").click();
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(null);
});
