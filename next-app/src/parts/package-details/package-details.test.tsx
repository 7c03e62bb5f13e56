// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PackageDetails, type PackageLine } from "./package-details";

afterEach(cleanup);

const part = (productVariantId: string, displayName: string, quantity: number) => ({
  productVariantId,
  displayName,
  quantity,
  performances: [],
  seats: [] as PackageLine["groups"][number]["items"][number]["seats"],
});

const line: PackageLine = {
  name: "A Day by the Harbor",
  description: undefined,
  percentage: undefined,
  showsPricing: false,
  hasFees: false,
  groups: [
    {
      productId: "museum",
      productDisplayName: "Museum",
      items: [part("adult", "Adult", 2), part("youth", "Youth", 1)],
    },
    { productId: "ferry", productDisplayName: "Ferry", items: [part("party", "Party of up to six", 1)] },
  ],
};

test("a package lists its contents with their quantities without being opened", () => {
  render(<PackageDetails line={line} />);
  const held = within(screen.getByRole("list", { name: "What's included" })).getAllByRole("listitem");
  expect(held.map((item) => item.textContent)).toEqual([
    "2 × Museum, Adult",
    "1 × Museum, Youth",
    "1 × Ferry, Party of up to six",
  ]);
});

test("seats that the shop has assigned are listed below their tickets", async () => {
  const seats = ["4", "5"].map((seat) => ({ seatCategoryName: "Stalls", row: "C", seat }));
  const play = {
    productId: "play",
    productDisplayName: "Play",
    items: [{ ...part("seat", "Seat", 2), seats }],
  };
  render(<PackageDetails line={{ ...line, groups: [play] }} />);
  await screen.findByText((text) => text.endsWith("5"));
  const item = within(screen.getByRole("list", { name: "What's included" })).getByRole("listitem");
  expect(item.textContent?.replaceAll("\u00a0", " ")).toBe(
    "2 × Play, SeatStalls, row C, seat 4Stalls, row C, seat 5",
  );
});

test("seats at several shows are listed show by show, each with its show", async () => {
  const at = (showName: string, seat: string) => ({ showName, seatCategoryName: "Stalls", row: "C", seat });
  const seats = [at("Matinee", "5"), at("Gala", "8"), at("Matinee", "4"), at("Gala", "7")];
  const plays = {
    productId: "plays",
    productDisplayName: "Both plays",
    items: [{ ...part("seat", "Seat", 2), seats }],
  };
  render(<PackageDetails line={{ ...line, groups: [plays] }} />);
  await screen.findByText((text) => text.endsWith("5"));
  const item = within(screen.getByRole("list", { name: "What's included" })).getByRole("listitem");
  const places = [...item.querySelectorAll(":scope > span")].map(({ textContent }) =>
    textContent?.replaceAll("\u00a0", " "),
  );
  expect(places).toEqual([
    "Matinee: Stalls, row C, seat 4",
    "Matinee: Stalls, row C, seat 5",
    "Gala: Stalls, row C, seat 7",
    "Gala: Stalls, row C, seat 8",
  ]);
});

test.each([
  [true, true, 1],
  [true, false, 0],
  [false, true, 0],
])(
  "with prices of parts: %j, and ticket fees: %j, the dialog has %i notes about fees",
  async (showsPricing, hasFees, notes) => {
    render(<PackageDetails line={{ ...line, showsPricing, hasFees }} />);
    fireEvent.click(screen.getByRole("button", { name: "Package Details, A Day by the Harbor" }));
    await screen.findByRole("dialog");
    expect(screen.queryAllByText(/^The package price includes ticket fees\./)).toHaveLength(notes);
  },
);
