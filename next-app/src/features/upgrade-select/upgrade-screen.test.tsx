// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SWRConfig } from "swr";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { UpgradeTicket } from "@/api/types";
import { UpgradeScreen } from "./upgrade-screen";

const ticket = (id: string, eligibleForUpgrade = true) =>
  ({
    id,
    mediaCode: `CODE${id}`,
    eligibleForUpgrade,
    productName: "Park Day Ticket",
    variantName: "Adult",
    firstName: "",
    lastName: "",
  }) as UpgradeTicket;

/** The list of the shop. */
let linked: UpgradeTicket[] = [];

beforeAll(() => {
  document.documentElement.dataset.apiRoot = "http://shop.test/api";
});
beforeEach(() => {
  linked = [ticket("1")];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json(linked);
    linked = [...linked, ticket("2"), ticket("3", false)];
    return Response.json({ success: true });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <AppRouterContext.Provider value={{ push: vi.fn() } as never}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <UpgradeScreen initial={linked} own={[]} />
      </SWRConfig>
    </AppRouterContext.Provider>,
  );
}

const ticks = () =>
  screen.getAllByRole<HTMLInputElement>("checkbox").map(({ name, checked }) => [name, checked]);

test("a ticket that is added is ticked, those before it stay as they are", async () => {
  show();
  fireEvent.click(screen.getByText("Add Ticket"));
  const barcode = screen.getByRole<HTMLInputElement>("textbox", { name: /Barcode/ });
  fireEvent.change(barcode, { target: { value: "CODE2,CODE3" } });
  await act(async () => {
    if (barcode.form) fireEvent.submit(barcode.form);
  });
  await vi.waitFor(() =>
    expect(ticks()).toEqual([
      ["ticket.1", false],
      ["ticket.2", true],
    ]),
  );
});

test("a press on the words of a ticket ticks it, and without a tick the button says what is missing", () => {
  show();
  const button = screen.getByRole("button", { name: "Upgrade Selected Tickets" });
  const reason = () => document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent;
  expect(reason()).toBe("Tick the tickets that you want to upgrade.");
  fireEvent.click(screen.getByText("Park Day Ticket, Adult"));
  expect(ticks()).toEqual([["ticket.1", true]]);
  expect(reason()).toBe("");
});
