// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import type { CartPass, PassOption } from "@/api/types";
import { ProductsScreen } from "./products-screen";

vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));

afterEach(cleanup);

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

test("a double click on Confirm confirms only one pass", () => {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <ProductsScreen
        purpose="renewal"
        choices={[choosing("Ada"), choosing("Anne")]}
        problem={null}
        billingBlocked={false}
      />
    </SWRConfig>,
  );
  const confirm = (name: RegExp) => screen.getByRole("button", { name });
  fireEvent.click(screen.getByRole("radio"));
  fireEvent.click(confirm(/^Confirm.*Ada/), { detail: 1 });
  // The second click hits the next pass's button.
  fireEvent.click(confirm(/^Confirm.*Anne/), { detail: 2 });
  expect(screen.queryByText("Selection is required")).toBeNull();
  fireEvent.click(confirm(/^Confirm.*Anne/), { detail: 1 });
  expect(screen.getByText("Selection is required")).toBeTruthy();
});
