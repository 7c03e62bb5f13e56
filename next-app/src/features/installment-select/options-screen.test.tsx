// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import type { Cart } from "@/api/types";
import { OptionsScreen } from "./options-screen";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const cart = {
  cartEmpty: false,
  itemGroups: [],
  codeSavings: [],
  fees: [],
  cartTotal: 100,
  installmentBilling: {
    eligible: true,
    blocked: false,
    planTypeId: 1,
    downPayment: 45,
    paymentDivisor: 1,
    payments: [{ paymentNumber: 1, paymentDate: "2026-12-20", paymentAmount: 55 }],
  },
} as unknown as Cart;

test("the full price does not include the fee of a plan that was chosen before", () => {
  const chosen = {
    ...cart,
    cartTotal: 106,
    installmentBilling: { ...cart.installmentBilling, selected: true, fullPrice: 100 },
  } as Cart;
  render(<OptionsScreen initial={chosen} />);
  expect(screen.getByRole("heading", { name: "Full Price" }).parentElement?.textContent).toContain("$100.00");
});

test("a page that the Back button restores accepts a different choice", async () => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") sent.push(pathname);
    return Response.json(pathname.endsWith("/cart") ? cart : { success: true });
  });
  // Leaving the page is mocked, so the page stays as it does in the browser's back/forward cache.
  const assign = vi.fn();
  vi.stubGlobal("location", { assign });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <OptionsScreen initial={cart} />
    </SWRConfig>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Continue with full price" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
  const restored = Object.assign(new Event("pageshow"), { persisted: true });
  fireEvent(window, restored);
  fireEvent.click(screen.getByRole("button", { name: "Continue with payment plan" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  expect(sent).toEqual(["/api/cart/clear-installment-billing", "/api/cart/set-installment-billing"]);
});
