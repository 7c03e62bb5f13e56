// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import ExchangeDialog from "./exchange-dialog";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a press without a choice says what is missing and begins nothing", async () => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "GET") sent.push(request.url);
    const units = [0, 1].map((unit) => ({ unit, barcodes: [`CODE${unit}`] }));
    const line = { orderItemId: "line", displayName: "Day ticket, Adult", isPass: false, displayPrice: 20 };
    return Response.json({ items: [{ ...line, exchangeFee: 0, performances: [], seats: [], units }] });
  });
  render(<ExchangeDialog orderId="o1" onClose={() => {}} />);
  await screen.findAllByRole("checkbox");
  const submit = screen.getByRole<HTMLButtonElement>("button", { name: "Choose new tickets" });
  expect([submit.getAttribute("aria-disabled"), submit.disabled]).toEqual(["true", false]);
  fireEvent.click(submit);
  expect(screen.getByRole("alert").textContent).toContain("Select at least one ticket or item first.");
  expect(sent).toEqual([]);
});
