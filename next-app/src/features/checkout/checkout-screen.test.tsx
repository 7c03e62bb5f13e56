// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Cart } from "@/api/types";
import { rememberSelectionPath } from "@/flow/sale-path";
import type { CheckoutFacts } from "./checkout-form";
import { CheckoutScreen } from "./checkout-screen";

const router = vi.hoisted(() => ({ replace: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => router }));

beforeAll(() => {
  document.documentElement.dataset.apiRoot = "http://shop.test/api";
});
beforeEach(() => {
  router.replace.mockClear();
  sessionStorage.clear();
  rememberSelectionPath("/product/single/day-ticket");
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nothing = {
  cartEmpty: true,
  cartRevised: false,
  itemGroups: [],
  fees: [],
  openPasses: 0,
  blankPasses: 0,
  cartTotal: 0,
  cartTotalNetTaxesAndFees: 0,
  taxTotal: 0,
  feeTotal: 0,
  deliveryTotal: 0,
  acceptTerms: false,
  acceptInstallmentTerms: false,
  acknowledgeLocation: false,
  paymentInProgress: false,
  holdExtendable: false,
  now: "2026-11-20T15:00:00Z",
} satisfies Cart;

const item = {
  id: "line-1",
  productVariantId: "book",
  displayName: "Guide book",
  unitPrice: 0,
  unitFees: 0,
  itemTotal: 0,
  itemFees: 0,
  quantity: 1,
  performances: [],
  seats: [],
  entitlements: [],
  offers: [],
};
/** Nothing is paid for it, so that checkout asks who the shopper is and for the terms. */
const filled = {
  ...nothing,
  cartEmpty: false,
  itemGroups: [
    {
      productId: "book",
      productName: "Guide book",
      productDisplayName: "Guide book",
      allowPerformanceChange: true,
      isDonation: false,
      items: [item],
    },
  ],
  extDeliveryMethodId: "digital",
  emailAddress: "ada@example.org",
  firstName: "Ada",
  lastName: "Lovelace",
  phoneNumber: "2125550123",
} as unknown as Cart;

const facts: CheckoutFacts = {
  countries: [{ id: 80, name: "United States", code: "US", phoneUseNanpFormat: true }],
  states: [],
  deliveryMethods: [{ id: "digital", name: "Digital", price: 0, shippingAddressRequired: false }],
  withheld: [],
  paymentMethods: [],
  planTerms: null,
  free: true,
};

/** Fills in the form and presses Checkout, which finds `found` in place of the cart that is shown once the call `after` has come. */
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

test("checkout is left for the selection when pressing its button finds the cart empty", async () => {
  await pressCheckout(nothing);
  await vi.waitFor(() => expect(router.replace.mock.calls).toEqual([["/product/single/day-ticket"]]));
});

test("checkout is left for the cart when its button finds that every line was lost", async () => {
  await pressCheckout({ ...nothing, cartRevised: true, previousCart: filled } as unknown as Cart);
  await vi.waitFor(() => expect(router.replace.mock.calls).toEqual([["/cart"]]));
});

test("an order whose answer was lost is looked for", async () => {
  await pressCheckout(nothing, "/order/submit");
  await vi.waitFor(() => expect(router.replace.mock.calls).toEqual([["/cart?reroute=true"]]));
});
