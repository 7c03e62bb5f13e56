// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Cart } from "@/api/types";
import { saveSelectionPath } from "@/flow/sale-path";
import { aGroup, aLine, emptyCart } from "@/parts/cart-lines/sample";
import { agreedTerms } from "@/parts/payment-plan/plan";
import type { CheckoutFacts } from "./checkout-form";
import { CheckoutScreen } from "./checkout-screen";

const router = vi.hoisted(() => ({ replace: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => router }));

beforeEach(() => {
  router.replace.mockClear();
  sessionStorage.clear();
  saveSelectionPath("/product/single/day-ticket");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A free cart, so that checkout asks neither for a payment method nor for a billing address. */
const filled: Cart = {
  ...emptyCart,
  cartEmpty: false,
  itemGroups: [aGroup("book", aLine("line-1", 0))],
  extDeliveryMethodId: "digital",
  emailAddress: "ada@example.org",
  firstName: "Ada",
  lastName: "Lovelace",
  phoneNumber: "2125550123",
};

const facts: CheckoutFacts = {
  countries: [{ id: 80, name: "United States", phoneUseNanpFormat: true }],
  states: [],
  deliveryMethods: [{ id: "digital", name: "Digital", price: 0, shippingAddressRequired: false }],
  withheld: [],
  paymentMethods: [],
  signedIn: false,
  savedCards: [],
  planTerms: null,
  questions: [],
  free: true,
};

/**
 * Completes the form and presses Checkout. After a request whose path ends with `after`, the server's cart is `found`.
 */
async function pressCheckout(found: Cart, after = "/cart/settings") {
  let cart = filled;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith(after)) cart = found;
    if (pathname.endsWith("/cart/settings")) return Response.json({ success: true });
    if (pathname.endsWith("/order/submit"))
      return Response.json({ success: false, message: "" }, { status: 500 });
    if (pathname.endsWith("/cart")) return Response.json(cart);
    return new Promise(() => {});
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CheckoutScreen initialCart={filled} facts={facts} ordered={false} sessionTimeout={1200} />
    </SWRConfig>,
  );
  fireEvent.click(screen.getByRole("checkbox", { name: /^I accept the/ }));
  const button = screen.getByRole("button", { name: /^Checkout/ });
  await vi.waitFor(() => expect(button.getAttribute("aria-disabled")).not.toBe("true"));
  fireEvent.click(button);
}

test("all missing fields are named beside the button, each with a link, and the form comes before the summary", () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CheckoutScreen
        initialCart={{ ...filled, emailAddress: undefined, firstName: undefined, phoneNumber: undefined }}
        facts={facts}
        ordered={false}
        sessionTimeout={1200}
      />
    </SWRConfig>,
  );
  const button = screen.getByRole("button", { name: /^Checkout/ });
  // Nothing is due, so the button names no amount.
  expect(button.textContent).toBe("Checkout");
  const links = [...(document.getElementById("checkout-hint")?.querySelectorAll("a") ?? [])];
  expect(button.getAttribute("aria-describedby")).toBe("checkout-hint");
  expect(links.map((link) => link.textContent)).toEqual([
    "Email",
    "First Name",
    "Phone",
    "Terms of sale and use",
    // On phones this link stands for the last two.
    "2 more",
  ]);
  links.slice(0, 4).forEach((link) => {
    fireEvent.click(link);
    expect(document.activeElement?.getAttribute("name")).toBe(link.getAttribute("href")?.slice(1));
  });
  const summary = screen.getByRole("region", { name: "Cart Summary" });
  expect(button.compareDocumentPosition(summary)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("filled-in fields with a mistake are named apart from the empty ones", () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CheckoutScreen
        initialCart={{ ...filled, emailAddress: "ada@", phoneNumber: "1".repeat(16) }}
        facts={facts}
        ordered={false}
        sessionTimeout={1200}
      />
    </SWRConfig>,
  );
  const lines = () =>
    [...(document.getElementById("checkout-hint")?.children ?? [])].map((line) => line.textContent);
  // On phones the links "1 more" stand for the fields after the first.
  expect(lines()).toEqual(["Please correct: Email, Phone, 1 more", "Still needed: Terms of sale and use"]);
  fireEvent.click(screen.getByRole("checkbox", { name: /^I accept the/ }));
  expect(lines()).toEqual(["Please correct: Email, Phone"]);
});

const plan = {
  eligible: true,
  blocked: false,
  planTypeId: 1 as const,
  extPlanId: "monthly",
  downPayment: 45,
  fullPrice: 100,
  paymentDivisor: 1,
  payments: [{ paymentNumber: 1, paymentDate: "2026-12-20", paymentAmount: 55 }],
};

/** Shows the checkout of a cart with a plan that is chosen, declined, or still to be decided. */
function showPlan(selected: boolean | undefined) {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const cart: Cart = { ...filled, cartTotal: 100, installmentBilling: { ...plan, selected } };
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CheckoutScreen
        initialCart={cart}
        facts={{ ...facts, free: false, planTerms: selected ? agreedTerms(cart) : null }}
        ordered={false}
        sessionTimeout={1200}
      />
    </SWRConfig>,
  );
  return screen.getByRole("group", { name: "When to pay" });
}

test.each([
  { selected: true, line: "2-month payment plan, $45.00 today", chosen: /^2-month payment plan/ },
  { selected: false, line: "Pay in full today, $100.00", chosen: /^Pay in full today/ },
])(
  "a payment option that was chosen before ($line) is one line until Change is pressed",
  ({ selected, line, chosen }) => {
    const group = showPlan(selected);
    expect(group.textContent).toContain(line);
    expect(within(group).queryAllByRole("radio")).toEqual([]);
    fireEvent.click(within(group).getByRole("button", { name: "Change when to pay" }));
    const option = within(group).getByRole<HTMLInputElement>("radio", { name: chosen });
    expect(option.checked).toBe(true);
    expect(document.activeElement).toBe(option);
  },
);

test("a payment option that was not chosen before is asked for", () => {
  const group = showPlan(undefined);
  expect(within(group).getAllByRole("radio")).toHaveLength(2);
  expect(within(group).queryByRole("button")).toBeNull();
});

test("pressing Checkout with an empty cart opens product selection", async () => {
  await pressCheckout(emptyCart);
  await vi.waitFor(() => expect(router.replace.mock.calls).toEqual([["/product/single/day-ticket"]]));
});

test("pressing Checkout after a revision removed every line opens the cart", async () => {
  await pressCheckout({ ...emptyCart, cartRevised: true, previousCart: filled });
  await vi.waitFor(() => expect(router.replace.mock.calls).toEqual([["/cart"]]));
});

test("if submitting the order fails and the cart is then empty, the cart page opens", async () => {
  await pressCheckout(emptyCart, "/order/submit");
  await vi.waitFor(() => expect(router.replace.mock.calls).toEqual([["/cart?reroute=true"]]));
});

test("a cart that cannot be bought has no form, but the reason and a link to the cart", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CheckoutScreen
        initialCart={{ ...filled, unmet: ["Please add an adult."] }}
        facts={facts}
        ordered={false}
        sessionTimeout={1200}
      />
    </SWRConfig>,
  );
  expect(await screen.findByText("Please add an adult.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to your cart" }).getAttribute("href")).toBe("/cart");
  expect(screen.queryByRole("button", { name: /^Checkout/ })).toBeNull();
});
