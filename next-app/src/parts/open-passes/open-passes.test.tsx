// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OpenPasses } from "./open-passes";

/** The shop's responses by path; other requests stay pending. */
let answers: Record<string, object>;

beforeEach(() => {
  answers = { "/cart/remove-blank-passes": { success: true } };
  vi.stubGlobal("fetch", async (request: Request) => {
    const answer = answers[new URL(request.url).pathname.replace("/api", "")];
    return answer ? Response.json(answer) : new Promise(() => {});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const page = (openPasses: number, blankPasses: number) => (
  <main id="content">
    <h1>Cart</h1>
    <OpenPasses cart={{ openPasses, blankPasses }} />
  </main>
);

async function removes(text: string) {
  fireEvent.click(screen.getByRole("button", { name: text }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
}

test("focus moves to the page's heading when the last incomplete pass is removed", async () => {
  const { rerender } = render(page(1, 1));
  await removes("Remove 1 unfinished pass");
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  rerender(page(0, 0));
  expect(document.activeElement?.textContent).toBe("Cart");
});

test("focus moves to the remaining notice while passes are incomplete", async () => {
  const { rerender } = render(page(3, 2));
  await removes("Remove 2 unfinished passes");
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  rerender(page(1, 0));
  expect(document.activeElement?.textContent).toContain("One pass in your cart isn't ready yet.");
});

const complete = { isComplete: true, demographicsUpdateRequired: false, requiresProductSelection: false };
const upgrade = { ...complete, isTicketUpgrade: true, requiresProductSelection: true };
const renewal = { ...complete, isTicketUpgrade: false, isRenewal: true, requiresProductSelection: true };
const unchecked = { ...renewal, demographicsUpdateRequired: true };

test.each([
  [
    "a renewal, and an upgrade that was only looked at",
    [renewal, { ...upgrade, isComplete: false }],
    "Choose a pass for each person",
    "/pass/products",
  ],
  ["a renewal alone", [renewal], "Choose a pass for each person", "/pass/products"],
  [
    "a renewal with details to check",
    [unchecked],
    "Continue with your renewal",
    "/pass/demographics?from=cart",
  ],
])(
  "a signed-in shopper with %s gets a link to the page where the pass is completed",
  async (_, passes, text, path) => {
    answers["/session"] = { userAuthenticated: true };
    answers["/cart/pass"] = { passes };
    render(<SWRConfig value={{ provider: () => new Map() }}>{page(passes.length, passes.length)}</SWRConfig>);
    expect((await screen.findByRole("link", { name: text })).getAttribute("href")).toBe(path);
  },
);
