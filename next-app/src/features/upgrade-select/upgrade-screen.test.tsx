// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UpgradeTicket } from "@/api/types";
import { UpgradeScreen } from "./upgrade-screen";

const ticket = (id: string, eligibleForUpgrade = true) =>
  ({
    id,
    selected: false,
    mediaCode: `CODE${id}`,
    eligibleForUpgrade,
    productName: "Park Day Ticket",
    variantName: "Adult",
    firstName: "",
    lastName: "",
  }) as UpgradeTicket;

/** The list of added tickets. */
let linked: UpgradeTicket[] = [];
/** The shop's response when a ticket is removed. */
let removal: Response;

beforeEach(() => {
  linked = [ticket("1")];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json(linked);
    if (request.url.endsWith("/remove-linked-upgrade-ticket")) return removal;
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

test("an added ticket is selected if it can be upgraded, and the selection of earlier tickets does not change", async () => {
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

test("pressing a ticket's text selects the ticket, and the upgrade button asks for a selection until then", () => {
  show();
  const button = screen.getByRole("button", { name: "Upgrade Selected Tickets" });
  const reason = () => document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent;
  expect(reason()).toBe("Select the tickets you want to upgrade.");
  fireEvent.click(screen.getByText("Park Day Ticket, Adult"));
  expect(ticks()).toEqual([["ticket.1", true]]);
  expect(reason()).toBe("");
});

test("a ticket that was selected before an upgrade was chosen is still selected, and is not called part of the cart", () => {
  linked = [
    { ...ticket("1"), selected: true },
    { ...ticket("2", false), selected: true },
  ];
  show();
  expect(ticks()).toEqual([["ticket.1", true]]);
  expect(screen.getAllByText("In your cart")).toHaveLength(1);
  fireEvent.click(screen.getByRole("checkbox"));
  expect(ticks()).toEqual([["ticket.1", false]]);
});

const refused = (status: number, message: string) => Response.json({ message }, { status });

async function pressRemove(answer: Response) {
  removal = answer;
  show();
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: /^Remove Park Day Ticket/ }));
  });
}

test("removing a ticket that another tab has removed succeeds", async () => {
  await pressRemove(refused(404, "Not Found"));
  await screen.findAllByText("Ticket removed successfully");
  // Toasts have the role of an alert too, also those of an earlier test that are still visible.
  const alerts = screen.queryAllByRole("alert").filter((alert) => !alert.closest("[role=region]"));
  expect(alerts.map((alert) => alert.textContent)).toEqual([]);
});

test("if a ticket cannot be removed, the message of a refusal is shown unchanged, and a failed call is reported", async () => {
  await pressRemove(refused(409, "Your cart is being paid for."));
  expect((await screen.findByRole("alert")).textContent).toBe("Error: Your cart is being paid for.");
  cleanup();
  await pressRemove(refused(500, "Something went wrong."));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Error: An unexpected error has occurred. Something went wrong.",
  );
});
