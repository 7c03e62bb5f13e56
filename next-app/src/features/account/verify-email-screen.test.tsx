// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import { VerifyEmailScreen } from "./verify-email-screen";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the page with a token, with the status of the answer and the number of items in the cart. */
function open(status: number, itemCount = 0) {
  vi.stubGlobal("fetch", async (request: Request) =>
    request.url.endsWith("/cart/mini-cart")
      ? Response.json({ itemCount })
      : Response.json(status === 200 ? { success: true } : { success: false, message: "No longer valid." }, {
          status,
        }),
  );
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <VerifyEmailScreen token="token" />
    </SWRConfig>,
  );
}

const links = () => screen.getAllByRole("link").map((link) => link.textContent);

test("the title says that the address is confirmed, and the way on leads to the account", async () => {
  open(200);
  await screen.findByRole("heading", { name: "Email address confirmed" });
  expect(links()).toEqual(["Go to your account", "See what you can buy"]);
});

test("with something in the cart, the way on leads to the cart", async () => {
  open(200, 2);
  await screen.findByRole("link", { name: "Go to your cart" });
  expect(links()).toEqual(["Go to your cart", "Go to your account"]);
});

test("a refused link says so in the title, and a new one can be sent", async () => {
  open(400);
  await screen.findByRole("heading", { name: "Email address not confirmed" });
  expect(screen.getByRole("alert").textContent).toBe("Error: No longer valid.");
  expect(screen.getByRole("button", { name: "Send me the link" })).toBeDefined();
});

test("a visitor who is not signed in is asked to sign in", async () => {
  open(401);
  await screen.findByRole("heading", { name: "Please sign in" });
  expect(links()).toEqual(["Sign In"]);
});
