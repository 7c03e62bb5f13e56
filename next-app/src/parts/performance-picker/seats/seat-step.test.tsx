// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PerformanceDetail, Variant } from "@/api/types";
import { entitledTo } from "@/parts/buy-panel/order-state";
import SeatStep from "./seat-step";

const variant = (id: string) =>
  ({ extProductVariantId: id, displayName: id, displayPrice: 20, unitPrice: 20, maxQuantity: 4 }) as Variant;
const sold = [variant("adult"), variant("child")];
const seat = (number: string) => ({
  seatId: `B${number}`,
  showCategoryId: "stalls",
  row: "B",
  seat: number,
  kind: "standard" as const,
  isAvailable: true,
});
const stalls = {
  productVariants: sold,
  showCategories: [{ showCategoryId: "stalls", name: "Stalls" }],
  seats: [seat("1"), seat("2"), seat("3")],
} as unknown as PerformanceDetail;

beforeEach(() => {
  vi.stubGlobal("fetch", async (request: Request) =>
    request.url.endsWith("/seat-availability")
      ? Response.json({ takenSeatIds: [] })
      : Response.json({ success: true, value: { productVariants: sold } }),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the plan as text, with its only row expanded. */
function opens(
  only?: (variants: Variant[]) => Variant[],
  detail: PerformanceDetail = stalls,
  onSection: (showCategoryId: string | null) => void = () => {},
) {
  const { container } = render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <SeatStep
        productId="play"
        performanceIds={["tonight"]}
        sale={{ saleFlowId: 1 }}
        detail={detail}
        seating="named"
        mustName={false}
        section={null}
        onSeating={() => {}}
        onSection={onSection}
        needDeclared={false}
        onNeedDeclared={() => {}}
        onNamed={() => {}}
        kept={[]}
        only={only}
        refusals={0}
      />
    </SWRConfig>,
  );
  const row = container.querySelector("details");
  if (!row) throw new Error("the plan has no row");
  row.open = true;
  fireEvent(row, new Event("toggle"));
}

const press = (number: number) =>
  fireEvent.click(screen.getByRole("checkbox", { name: new RegExp(`seat\\s${number},`) }));

test("a redemption offers one ticket, for at most the remaining number of seats", async () => {
  const entitled = { variantId: "child", entitlements: [{ id: "guests", remainingQuantity: 2 }] };
  opens((variants) => entitledTo(variants, entitled));
  press(1);
  await screen.findByText("child, $20.00");
  press(2);
  press(3);
  await screen.findByText("Maximum number of seats: 2.");
  expect(screen.queryByRole("combobox"), "nothing to choose between").toBeNull();
  expect(screen.getAllByRole("checkbox", { checked: true })).toHaveLength(2);
});

test("a purchase offers a choice of tickets for each chosen seat", async () => {
  opens();
  for (const number of [1, 2, 3]) press(number);
  expect(await screen.findAllByRole("combobox")).toHaveLength(3);
});

test("the name of a seat says what it is for and what it has, and the list can show only such seats", async () => {
  const seats = [
    seat("1"),
    { ...seat("2"), features: ["aisle", "restrictedView"] },
    { ...seat("3"), kind: "wheelchair" },
  ];
  opens(undefined, { ...stalls, seats } as unknown as PerformanceDetail);
  const names = () =>
    screen.getAllByRole("checkbox", { name: /^Stalls/ }).map((box) => box.getAttribute("aria-label"));
  const plain = (list: (string | null)[]) => list.map((name) => name?.replaceAll("\u00a0", " "));
  expect(plain(names())).toEqual([
    "Stalls, row B, seat 1, available",
    "Stalls, row B, seat 2, on the aisle, restricted view, available",
    "Stalls, row B, seat 3, wheelchair space, available",
  ]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Full view" }));
  expect(names()).toHaveLength(2);
  expect(screen.getByText("2 of 3 available seats match.")).toBeDefined();
  fireEvent.click(screen.getByRole("checkbox", { name: "Wheelchair spaces and companion seats" }));
  expect(plain(names())).toEqual(["Stalls, row B, seat 3, wheelchair space, available"]);
});

test("in a hall with many rows, the sections of the list are collapsed, too", () => {
  const seats = Array.from({ length: 61 }, (_, nth) => ({ ...seat("1"), seatId: `${nth}`, row: `${nth}` }));
  opens(undefined, { ...stalls, seats } as unknown as PerformanceDetail);
  const section = screen.getByRole("region", { name: "Stalls" });
  expect(section.querySelectorAll("summary")).toHaveLength(62);
  expect(section.querySelector("summary")?.textContent).toBe("Stalls61 of 61 available");
  const row = section.querySelectorAll("details")[1];
  if (!row) throw new Error("the section has no rows");
  row.open = true;
  fireEvent(row, new Event("toggle"));
  expect(screen.getAllByRole("checkbox", { name: /^Stalls/ })).toHaveLength(1);
  row.open = false;
  fireEvent(row, new Event("toggle"));
  expect(section.querySelectorAll("summary"), "the section stays open").toHaveLength(62);
});

test("an accessible seat that is booked by phone says so instead of being chosen", async () => {
  const seats = [seat("1"), { ...seat("2"), kind: "wheelchair" }];
  const accessiblePlaces = { contact: "Please call us.", companions: 1 };
  opens(undefined, { ...stalls, seats, accessiblePlaces } as unknown as PerformanceDetail);
  press(2);
  expect(screen.getAllByText("Please call us.")).toHaveLength(2);
  expect(screen.queryByRole("checkbox", { checked: true })).toBeNull();
});

test("the need for an accessible seat is declared only when one is chosen", async () => {
  const seats = [seat("1"), { ...seat("2"), kind: "wheelchair" }];
  const accessiblePlaces = { statement: "One of us uses a wheelchair.", companions: 1 };
  opens(undefined, { ...stalls, seats, accessiblePlaces } as unknown as PerformanceDetail);
  press(1);
  expect(screen.queryByText("One of us uses a wheelchair.")).toBeNull();
  press(2);
  expect(await screen.findByRole("checkbox", { name: "One of us uses a wheelchair." })).toBeDefined();
});
