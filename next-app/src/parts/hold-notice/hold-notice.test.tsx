// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import { useRevisedCart } from "@/api/swr";
import type { Cart } from "@/api/types";
import { HoldNotice } from "./hold-notice";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const lapsed = {
  heldUntil: "2026-11-20T15:00:00Z",
  now: "2026-11-20T15:00:05Z",
  holdExtendable: false,
} as Cart;

function Page() {
  const { data: cart = lapsed } = useRevisedCart({ fallbackData: lapsed, revalidateOnMount: false });
  return <HoldNotice cart={cart} />;
}

/** Presses "Hold items again"; the API returns this cart. */
function holdAgain(answer: Cart) {
  vi.stubGlobal("fetch", async () => Response.json(answer));
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Page />
    </SWRConfig>,
  );
  expect(screen.getByText("Your items are no longer held, so others may buy them.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Hold items again" }));
}

test("a message is shown if the cart's places cannot be held again", async () => {
  holdAgain({ ...lapsed, now: "2026-11-20T15:00:09Z" });
  expect(
    await screen.findByText("We can't hold these items right now. Please try again later."),
  ).toBeTruthy();
});

test("the remaining time is shown after the cart's places are held again", async () => {
  holdAgain({ ...lapsed, heldUntil: "2026-11-20T15:15:05Z" });
  expect(await screen.findByText("Your items and prices are held for 15 more minutes.")).toBeTruthy();
  expect(screen.queryByText(/can't hold/)).toBeNull();
});

test("a refused extension is reported while the hold runs", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: false, message: "The hold is over." }));
  const held = {
    heldUntil: "2026-11-20T15:02:00Z",
    now: "2026-11-20T15:00:00Z",
    holdExtendable: true,
  } as Cart;
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <HoldNotice cart={held} />
    </SWRConfig>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Hold items longer" }));
  expect((await screen.findByRole("alert")).textContent).toBe("The hold is over.");
});
