// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import type { CartPass, PassOption } from "@/api/types";
import { ProductsScreen } from "./products-screen";
import type { Choosing } from "./products-state";

const router = { refresh: vi.fn() };
vi.mock("next/navigation", () => ({ useRouter: () => router }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const gold: PassOption = {
  extProductVariantId: "gold",
  price: 219,
  productDisplayName: "Season Pass",
  productVariantDisplayName: "Gold",
  productShortDescription: "",
};
const choosing = (firstName: string) => ({
  pass: { extCartTicketId: firstName, firstName, lastName: "Lovelace" } as CartPass,
  options: [gold],
});

const show = (choices: Choosing[]) =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <ProductsScreen purpose="renewal" choices={choices} problem={null} billingBlocked={false} />
    </SWRConfig>,
  );

test("a double click on Confirm confirms only one pass", () => {
  show([choosing("Ada"), choosing("Anne")]);
  const confirm = (name: RegExp) => screen.getByRole("button", { name });
  fireEvent.click(screen.getByRole("radio"));
  fireEvent.click(confirm(/^Confirm.*Ada/), { detail: 1 });
  // The second click hits the next pass's button.
  fireEvent.click(confirm(/^Confirm.*Anne/), { detail: 2 });
  expect(screen.queryByText("Selection is required")).toBeNull();
  fireEvent.click(confirm(/^Confirm.*Anne/), { detail: 1 });
  expect(screen.getByText("Selection is required")).toBeTruthy();
});

test("after Back, the passes have the products that are in the cart", async () => {
  const choices = [choosing("Ada"), choosing("Anne")];
  show(choices).unmount();
  const [ada] = choices.map(({ pass }) => ({ ...pass, selectedExtProductVariantId: "gold" }));
  vi.stubGlobal("fetch", async () => Response.json({ passes: [ada], installmentBillingBlocked: false }));
  show(choices);
  expect(screen.queryByRole("heading")).toBeNull();
  expect(await screen.findByRole("button", { name: /^Change the choice for Ada/ })).toBeTruthy();
  expect(screen.queryByText(/Anne/)).toBeNull();
  expect(screen.queryByText("Not chosen yet")).toBeNull();
});
