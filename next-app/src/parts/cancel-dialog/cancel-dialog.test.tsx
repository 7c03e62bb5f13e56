// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import CancelDialog from "./cancel-dialog";

const unit = (number: number) => ({ unit: number, barcodes: [`CODE${number}`] });
const cancelable = {
  items: [
    {
      orderItemId: "line",
      displayName: "Day ticket, Adult",
      isPass: false,
      performances: [],
      seats: [],
      displayPrice: 20,
      units: [unit(0), unit(1), unit(2)],
    },
  ],
};
const quote = {
  refund: 20,
  parts: [],
  price: 20,
  fees: 0,
  tax: 0,
  delivery: 0,
  kept: 0,
  noLongerDue: 0,
  worth: 20,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the dialog at a shop that answers these calls. */
function open(submit: () => Promise<Response>) {
  const quotes: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json(cancelable);
    if (!request.url.endsWith("/quote")) return submit();
    quotes.push(await request.json());
    return Response.json(quote);
  });
  const onFailed = vi.fn();
  const onCanceled = vi.fn();
  render(<CancelDialog orderId="o1" onClose={() => {}} onCanceled={onCanceled} onFailed={onFailed} />);
  return { quotes, onFailed, onCanceled };
}

test("several boxes that are checked in a row are asked about once", async () => {
  const { quotes } = open(async () => Response.json({ success: true }));
  const boxes = await screen.findAllByRole("checkbox");
  // The first box is for all of them.
  for (const box of boxes.slice(1)) fireEvent.click(box);
  await screen.findByRole("button", { name: /20\.00/ });
  expect(quotes).toHaveLength(1);
});

test("a press without a choice says what is missing, until something is chosen", async () => {
  const { quotes } = open(async () => Response.json({ success: true }));
  const [box] = await screen.findAllByRole("checkbox");
  const submit = screen.getByRole<HTMLButtonElement>("button", { name: "Cancel selected items" });
  expect([submit.getAttribute("aria-disabled"), submit.disabled]).toEqual(["true", false]);
  fireEvent.click(submit);
  expect(screen.getByRole("alert").textContent).toContain("Select at least one ticket or item first.");
  if (!box) throw new Error("a unit can be chosen");
  fireEvent.click(box);
  expect(screen.queryByRole("alert")).toBeNull();
  await screen.findByRole("button", { name: /20\.00/ });
  expect(quotes).toHaveLength(1);
});

test("after a lost answer the page reads the order again", async () => {
  const { onFailed, onCanceled } = open(async () => {
    throw new TypeError("network");
  });
  const [box] = await screen.findAllByRole("checkbox");
  if (!box) throw new Error("a unit can be chosen");
  fireEvent.click(box);
  fireEvent.click(await screen.findByRole("button", { name: /20\.00/ }));
  await screen.findByRole("alert");
  expect(onFailed).toHaveBeenCalledOnce();
  expect(onCanceled).not.toHaveBeenCalled();
});
