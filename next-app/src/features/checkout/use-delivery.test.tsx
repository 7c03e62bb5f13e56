// @vitest-environment jsdom
import { renderHook, waitFor } from "@testing-library/react";
import { type ReactNode, useMemo } from "react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Cart, DeliveryMethod } from "@/api/types";
import type { CheckoutFacts } from "./checkout-form";
import { useCheckoutForm } from "./use-checkout-form";
import { useDelivery } from "./use-delivery";

const method = (id: string, price = 0): DeliveryMethod => ({
  id,
  name: id,
  price,
  shippingAddressRequired: false,
});
const cartOf = (...ids: string[]) =>
  ({
    cartEmpty: false,
    cartTotal: 20,
    extDeliveryMethodId: "will-call",
    extPaymentMethodId: "card",
    itemGroups: ids.map((id) => ({ productId: id, items: [{ id }] })),
  }) as Cart;

const withGuide = cartOf("tickets", "guide");
const initial: CheckoutFacts = {
  countries: [],
  states: [],
  deliveryMethods: [method("will-call"), method("post", 6.5)],
  withheld: [{ name: "On your phone", products: ["Guide"] }],
  paymentMethods: [{ id: "card", name: "Card", processorUi: "sandbox" }],
  signedIn: false,
  savedCards: [],
  planTerms: null,
  questions: [],
  free: false,
};

/** The methods that the mocked server offers, and the checkout settings that it received. */
let offered: DeliveryMethod[];
let saved: { deliveryMethodId?: string }[];

beforeEach(() => {
  sessionStorage.clear();
  saved = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.endsWith("/withheld")) return Response.json([]);
    if (request.url.endsWith("/delivery-method")) return Response.json(offered);
    saved.push(await request.json());
    return Response.json({ success: true });
  });
});

afterEach(() => vi.unstubAllGlobals());

function opened() {
  const page = ({ cart }: { cart: Cart }) => {
    const { deliveryMethods, withheld } = useDelivery(cart, initial);
    const facts = useMemo(() => ({ ...initial, deliveryMethods, withheld }), [deliveryMethods, withheld]);
    return { facts, ...useCheckoutForm(withGuide, facts, 1200) };
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>
  );
  return renderHook(page, { initialProps: { cart: withGuide }, wrapper });
}

test("if only one delivery method is offered after a line is removed, it is chosen and saved", async () => {
  offered = [method("phone")];
  const { result, rerender } = opened();
  expect(result.current.values.deliveryMethodId).toBe("will-call");
  rerender({ cart: cartOf("tickets") });
  expect(result.current.facts.deliveryMethods, "until the response has arrived").toEqual(
    initial.deliveryMethods,
  );
  await waitFor(() => expect(result.current.values.deliveryMethodId).toBe("phone"));
  await waitFor(() => expect(saved.at(-1)?.deliveryMethodId).toBe("phone"));
  expect(result.current.facts.withheld).toEqual([]);
});

test("a chosen delivery method stays if it is still offered after a line is removed or added again", async () => {
  offered = [method("phone"), method("will-call")];
  const { result, rerender } = opened();
  rerender({ cart: cartOf("tickets", "card") });
  await waitFor(() => expect(result.current.facts.deliveryMethods).toEqual(offered));
  expect(result.current.values.deliveryMethodId).toBe("will-call");
  expect(saved).toEqual([]);
  offered = initial.deliveryMethods;
  rerender({ cart: withGuide });
  await waitFor(() => expect(result.current.facts.deliveryMethods).toEqual(initial.deliveryMethods));
});
