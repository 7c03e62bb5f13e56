// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Product } from "@/api/types";
import { noPasses, offeredIn, type Passes, passes } from "./passes-state";
import { ProductPasses } from "./product-passes";

afterEach(cleanup);

const variant = (id: string, displayName: string, displayPrice: number) => ({
  extProductVariantId: id,
  isPass: true,
  displayName,
  displayPrice,
  maxQuantity: 2,
});
const product = {
  id: "season",
  firstDate: "2026-11-21",
  productDisplayName: "Season Pass",
  productImages: [],
  orderFees: [{ name: "Booking fee", amount: 2.5 }],
  variants: [
    {
      ...variant("adult", "Adult", 197.1),
      effectivePassLevelName: "Gold",
      ageRestrictionText: "Ages 13 and up",
      installmentBillingPlanDescription: "$35.00 today and 10 monthly payments of $16.81",
    },
    variant("child", "Child", 89.1),
  ],
} as unknown as Product;

function show(state: Passes = noPasses, signIn: string | null = null, byPlan = false) {
  const [dispatch, onAdd, onRemove] = [vi.fn(), vi.fn(), vi.fn()];
  const props = { product, state, byPlan, first: false, signIn, dispatch, onAdd, onRemove };
  render(<ProductPasses {...props} />);
  return { dispatch, onAdd, onRemove };
}

const inFull = "Payment in full due today (no payment plan)";

const withPasses = (...ids: string[]) =>
  ids.reduce(
    (before, variantId) => passes(before, { type: "added", variantId }, offeredIn([product])),
    noPasses,
  );

test("each pass has its level, age and price, and a button whose accessible name contains the pass", () => {
  const { onAdd } = show();
  const adult = screen.getByText("Adult").closest("li");
  for (const text of ["Adult", "(Gold)", "Ages 13 and up", "$197.10"]) {
    expect(adult?.textContent).toContain(text);
  }
  expect(screen.getByText("plus $2.50 per order (Booking fee)")).toBeDefined();
  const add = screen.getByLabelText("Add Pass, Adult (Gold), Season Pass");
  expect(add.textContent).toBe("Add Pass");
  fireEvent.click(add);
  expect(onAdd).toHaveBeenCalledExactlyOnceWith(product.variants[0]);
  expect(screen.queryByRole("link")).toBeNull();
});

test("the plan's price comes first on the tab for payment plans, and second on the tab for full payment", () => {
  const text = () => screen.getByText("Adult").closest("li")?.textContent ?? "";
  show();
  expect(text()).toMatch(/\$197\.10.*or \$35\.00 today and 10 monthly payments of \$16\.81/);
  expect(screen.queryByText(inFull)).toBeNull();
  cleanup();
  show(noPasses, null, true);
  expect(text()).toContain("$35.00 today and 10 monthly payments of $16.81Full price $197.10");
});

test("a pass without a plan can be added on the tab for payment plans and says that it is paid in full", () => {
  const { onAdd } = show(noPasses, null, true);
  const child = screen.getByText(inFull).closest("li");
  expect(child?.textContent).toContain("Child");
  fireEvent.click(screen.getByLabelText("Add Pass, Child, Season Pass"));
  expect(onAdd).toHaveBeenCalledExactlyOnceWith(product.variants[1]);
});

test("the fields of each passholder are below the pass, numbered across the whole page", () => {
  const state = withPasses("child", "adult");
  const { dispatch, onRemove } = show(state);
  const first = screen.getByRole("group", { name: "Passholder 1 of 2, Adult (Gold), Season Pass" });
  const second = screen.getByRole("group", { name: "Passholder 2 of 2, Child, Season Pass" });
  expect(first.closest("li")?.textContent).toContain("(Gold)");
  fireEvent.change(within(second).getByLabelText("First Name"), { target: { value: "Byron" } });
  expect(dispatch).toHaveBeenLastCalledWith({ type: "changed", key: 1, field: "firstName", value: "Byron" });
  fireEvent.blur(within(first).getByLabelText(/^Birth Date/));
  expect(dispatch).toHaveBeenLastCalledWith({ type: "left", key: 2, field: "birthDate" });
  expect((within(first).getByLabelText("Last Name") as HTMLInputElement).maxLength).toBe(35);
  fireEvent.click(screen.getByLabelText("Remove passholder 2"));
  expect(onRemove).toHaveBeenCalledExactlyOnceWith(state.entries[1]);
});

test("at the limit of a pass, a message shows the maximum quantity and the button adds nothing", () => {
  const { onAdd } = show(withPasses("adult", "adult"));
  const add = screen.getByLabelText("Add Pass, Adult (Gold), Season Pass");
  expect(add.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("Maximum quantity is 2").id).toBe(add.getAttribute("aria-describedby"));
  fireEvent.click(add);
  expect(onAdd).not.toHaveBeenCalled();
});

test("for a pass that requires sign-in, a guest sees a link to the sign-in page", () => {
  show(noPasses, "/authenticate/smart-login");
  const links = screen.getAllByRole("link", { name: "Sign in to buy Season Pass" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/authenticate/smart-login",
    "/authenticate/smart-login",
  ]);
  expect(screen.queryByText("Add Pass")).toBeNull();
});
