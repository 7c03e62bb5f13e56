// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import type { OwnedTicket } from "@/api/types";
import TransferList from "./transfer-list";

const ticket: OwnedTicket = {
  id: "t1",
  name: "Tour",
  soldAs: "Adult",
  when: "Saturday, December 5, 2026, 2:00 PM",
  mediaCode: "ABCD2345EFGH6789",
  canBeSent: true,
};
/** While somebody else has the ticket, its owner is told no code. */
const away = { mediaCode: undefined };
const sent = { recipientName: "Nora", sentAt: "2026-12-01T10:00:00-05:00", path: "/ticket/sent/1/key" };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the list of these tickets. Each call that changes one is answered with `changed`. */
function open(tickets: OwnedTicket[], changed: OwnedTicket = ticket) {
  const calls: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json(tickets);
    calls.push([new URL(request.url).pathname, await request.json()]);
    return Response.json({ success: true, value: changed });
  });
  const onChanged = vi.fn();
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <TransferList orderId="o1" buyerName="Ada Byron" onChanged={onChanged} />
    </SWRConfig>,
  );
  return { calls, onChanged };
}

const press = async (name: RegExp | string) => fireEvent.click(await screen.findByRole("button", { name }));

test("a ticket is sent with the names, and without an address the sender gets the link", async () => {
  const { calls, onChanged } = open([ticket], { ...ticket, sent });
  await press("Send to someone: Tour, Adult, …6789");
  await press("Send ticket");
  expect(calls).toEqual([]);
  fireEvent.change(screen.getByLabelText("Recipient's name"), { target: { value: " Nora " } });
  fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Ada" } });
  await press("Send ticket");
  await screen.findByText("The ticket was sent to Nora.");
  const body = { extOrderId: "o1", ticketId: "t1", recipientName: "Nora", senderName: "Ada" };
  expect(calls).toEqual([["/api/transfer/send", body]]);
  expect(onChanged).toHaveBeenCalledOnce();
});

test("the form suggests the buyer's name, and the message names the address and takes the focus", async () => {
  open([ticket], { ...ticket, sent });
  await press(/^Send to someone/);
  expect(screen.getByLabelText<HTMLInputElement>("Your name").value).toBe("Ada Byron");
  fireEvent.change(screen.getByLabelText("Recipient's name"), { target: { value: "Nora" } });
  fireEvent.change(screen.getByLabelText(/^Their email address/), { target: { value: "nora@example.org" } });
  await press("Send ticket");
  await screen.findByText("Sent to Nora (nora@example.org).");
  expect(document.activeElement?.textContent).toContain("Sent to Nora");
});

test.each([
  "Send to someone: Tour, Adult, …6789",
  "Change name: Tour, Adult, …6789",
  "Get a new code: Tour, Adult, …6789",
])("after Cancel the focus is on the button again: %s", async (name) => {
  open([{ ...ticket, holder: { label: "Name on the ticket", name: "Ada" } }]);
  await press(name);
  await press("Cancel");
  expect(document.activeElement).toBe(screen.getByRole("button", { name }));
});

test("taking a ticket back says what it does and waits for a second press", async () => {
  const { calls, onChanged } = open([{ ...ticket, ...away, sent }]);
  const link = await screen.findByLabelText<HTMLInputElement>("Link for Nora");
  expect(link.value).toMatch(/\/ticket\/sent\/1\/key$/);
  expect(screen.queryByText(/Code /)).toBeNull();
  await press("Take it back: Tour, Adult, Nora");
  expect(screen.getByText(/^The link and the old code will stop working/)).toBeTruthy();
  expect(calls).toEqual([]);
  await press("Take it back now");
  await screen.findByText("The ticket is yours again and has a new code.");
  expect(document.activeElement?.textContent).toContain("The ticket is yours again");
  expect(calls).toEqual([["/api/transfer/take-back", { extOrderId: "o1", ticketId: "t1" }]]);
  expect(onChanged).toHaveBeenCalledOnce();
});

test("the name on a ticket is changed, and the page shows the fresh code", async () => {
  const holder = { label: "Name on the ticket", name: "Ada" };
  const { calls, onChanged } = open([{ ...ticket, holder }], {
    ...ticket,
    holder: { ...holder, name: "Grace" },
  });
  await screen.findByText("Name on the ticket: Ada");
  await press("Change name: Tour, Adult, …6789");
  const name = screen.getByLabelText<HTMLInputElement>("Name on the ticket");
  expect(name.value).toBe("Ada");
  fireEvent.change(name, { target: { value: " " } });
  await press("Change name now");
  expect(calls).toEqual([]);
  fireEvent.change(name, { target: { value: " Grace " } });
  await press("Change name now");
  await screen.findByText("The name on the ticket is now Grace, and the ticket has a new code.");
  expect(calls).toEqual([["/api/transfer/rename", { extOrderId: "o1", ticketId: "t1", name: "Grace" }]]);
  expect(onChanged).toHaveBeenCalledOnce();
});

test("a name that stays says so, and that of a sent ticket is not changed", async () => {
  const holder = { label: "Name on the ticket", name: "Ada" };
  open([
    { ...ticket, holder: { ...holder, locked: "It's too late to change the name on this ticket." } },
    { ...ticket, id: "t2", holder, sent },
  ]);
  await screen.findByText("It's too late to change the name on this ticket.");
  expect(screen.queryByRole("button", { name: /^Change name/ })).toBeNull();
});

test("a ticket that may have been used says why nothing can be done, and a pass cannot be sent", async () => {
  open([
    { ...ticket, canBeSent: false, locked: "The visit of this ticket has begun." },
    { ...ticket, id: "t2", name: "Ada Lovelace", canBeSent: false },
  ]);
  const [used, pass] = await screen.findAllByRole("listitem");
  if (!used || !pass) throw new Error("two tickets are listed");
  expect(within(used).queryAllByRole("button")).toEqual([]);
  expect(within(used).getByText("The visit of this ticket has begun.")).toBeTruthy();
  expect(
    within(pass)
      .getAllByRole("button")
      .map((button) => button.textContent),
  ).toEqual(["Get a new code"]);
});
