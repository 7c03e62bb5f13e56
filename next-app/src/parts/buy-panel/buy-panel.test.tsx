// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PerformanceDetail, Product } from "@/api/types";
import type { Exchange } from "@/parts/exchange-notice/exchange-state";
import { anExchange } from "@/parts/exchange-notice/sample";
import PerformancePicker from "@/parts/performance-picker/picker";
import type { PickerProps } from "@/parts/performance-picker/picker-props";
import { publicSale } from "@/parts/performance-picker/sale";
import { aDetail, aPerformance, aVariant } from "@/parts/performance-picker/sample";
import { BuyPanel } from "./buy-panel";

const router = vi.hoisted(() => ({ push: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => router }));
vi.mock("@/parts/performance-picker/month-picker", () => ({
  default: (picker: PickerProps) => (
    <>
      {["2026-12-05", "2026-12-06"].map((date) => (
        <button key={date} type="button" onClick={() => picker.dispatch({ type: "dateChosen", date })}>
          {date}
        </button>
      ))}
      <PerformancePicker {...picker} openDays={[]} calendar={() => null} />
    </>
  ),
}));

/** Counts how often the prices were read. */
let priced: number;
/** How many units are left at the price, if their number is limited. */
let left: number | undefined;

/** What the shop says about the performance, besides its variant. */
let place: Partial<PerformanceDetail>;

/** The requests to add, and their answer. */
type Added = { performanceId: string; seatId?: string; accessibilityDeclared?: boolean };
let added: { items: { quantity: number; performances: Added[] }[] }[];
let answer: object;

/** The tickets that the visitor exchanges, if any. */
let exchange: Exchange | undefined;

beforeEach(() => {
  exchange = undefined;
  priced = 0;
  added = [];
  answer = question;
  left = undefined;
  place = {};
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/performance/product-date-performance")) {
      const { date } = await request.clone().json();
      const times = date === "2026-12-07" ? ["tours.1200", "tours.1400"] : ["tours.1200"];
      return Response.json({ success: true, value: times.map((id) => aPerformance(id)) });
    }
    if (pathname.endsWith("/performance/performance-detail")) {
      priced += 1;
      const price = 20 + priced;
      const adult = aVariant("adult", { displayPrice: price, unitPrice: price, unitsAtPrice: left });
      return Response.json({ success: true, value: aDetail({ productVariants: [adult], ...place }) });
    }
    if (/\/(seat|show-category)-detail$/.test(pathname)) {
      return Response.json({ success: true, value: { productVariants: [aVariant("adult")] } });
    }
    if (pathname.endsWith("/performance/seat-availability")) return Response.json({ takenSeatIds: [] });
    if (pathname.endsWith("/cart/add")) {
      added.push(await request.clone().json());
      return Response.json(answer);
    }
    if (pathname.endsWith("/cart/quote")) {
      return Response.json({ success: true, value: { displayTotal: 99.5, offers: [] } });
    }
    const unmet = exchange?.missing.map(({ reason }) => reason) ?? [];
    return Response.json({ itemCount: 0, isExchange: exchange && true, itemGroups: [], unmet, exchange });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const question = {
  success: true,
  confirmationRequired: true,
  confirmationTitleHtml: "The price has changed",
  confirmationMessageHtml: "Do you want to go on?",
  proceedButtonText: "Go on",
  cancelButtonText: "Cancel",
};
const product = {
  id: "tour",
  productDisplayName: "Garden tour",
  hasPerformances: true,
  variants: [],
  limits: [],
  orderFees: [],
  offers: [],
} as unknown as Product;

const quantity = async () => (await screen.findByRole<HTMLInputElement>("spinbutton")).value;

/** Renders the product's panel, opened for one of its variants, in a dialog. */
function open(isInDialog = true) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <BuyPanel
        product={product}
        sale={publicSale}
        dates={[]}
        starting={null}
        summary={null}
        chosen={isInDialog ? "adult" : undefined}
        onAdded={isInDialog ? () => {} : undefined}
      />
    </SWRConfig>,
  );
}

async function type(value: string) {
  fireEvent.change(await screen.findByRole("spinbutton"), { target: { value } });
}

test("an exchange starts with what is missing, and Check Out Now stops at the cart while something still is", async () => {
  const [adults, child] = anExchange().missing.map((it) => ({ ...it, productId: "tour" }));
  if (!adults || !child) throw new Error("the sample has two kinds");
  exchange = anExchange({ missing: [adults, child] });
  answer = { success: true, confirmationRequired: false };
  open(false);
  fireEvent.click(await screen.findByText("2026-12-05"));
  await waitFor(async () => expect(await quantity()).toBe("2"));
  exchange = anExchange({ missing: [child] });
  fireEvent.click(screen.getByRole("button", { name: "Check Out Now" }));
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/cart"));
  expect(added[0]?.items[0]?.quantity).toBe(2);
});

test("declining a changed price keeps the quantity", async () => {
  open();
  fireEvent.click(await screen.findByText("2026-12-05"));
  expect(await quantity()).toBe("1");
  await type("4");
  fireEvent.click(screen.getByRole("button", { name: "Add to Cart" }));
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await screen.findAllByText(/\$22\.00/);
  expect(await quantity()).toBe("4");
});

test("after a different date is chosen, the variant that the panel was opened for has its minimum quantity again", async () => {
  open();
  fireEvent.click(await screen.findByText("2026-12-05"));
  await type("4");
  fireEvent.click(screen.getByText("2026-12-06"));
  await screen.findAllByText(/\$22\.00/);
  expect(await quantity()).toBe("1");
});

test("another time that has room is one press away and keeps the quantity", async () => {
  const time = {
    selectionIndex: 1,
    performanceId: "tours.1400",
    showId: aPerformance("tours.1400").showId,
    performanceDateTime: "2026-12-07T14:00:00-05:00",
    name: "Mon, Dec 7, 2:00 PM",
  };
  answer = {
    success: false,
    message: "Sorry, only 2 left. Still available for 4 people: 2:00 PM.",
    otherTimes: [time],
  };
  open();
  fireEvent.click(await screen.findByText("2026-12-05"));
  await type("4");
  fireEvent.click(screen.getByRole("button", { name: "Add to Cart" }));
  fireEvent.click(await screen.findByRole("button", { name: "Mon, Dec\u00a07, 2:00\u00a0PM" }));
  await waitFor(async () => expect(await quantity()).toBe("4"));
  expect(screen.queryByText(/only 2 left/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Add to Cart" }));
  await waitFor(() => expect(added).toHaveLength(2));
  expect(added[1]?.items).toMatchObject([{ quantity: 4, performances: [{ performanceId: "tours.1400" }] }]);
});

test("the total of units at several prices is that of the shop, and the row says how many are left at the first", async () => {
  left = 2;
  open();
  fireEvent.click(await screen.findByText("2026-12-05"));
  await screen.findByText("2 left at this price");
  await type("4");
  await screen.findAllByText(/\$99\.50/);
});

/** A hall with a wheelchair space and a seat. */
const declared: Partial<PerformanceDetail> = {
  performanceId: "tours.1200",
  showTypeId: 3,
  accessiblePlaces: { statement: "One of us uses a wheelchair.", companions: 0 },
  showCategories: [{ showCategoryId: "hall", name: "Hall" }] as unknown as [],
  seats: (["wheelchair", "standard"] as const).map((kind, nth) => ({
    seatId: `a-${nth + 1}`,
    name: `A ${nth + 1}`,
    showCategoryId: "hall",
    row: "A",
    seat: String(nth + 1),
    x: 0,
    y: 0,
    kind,
    isAvailable: true,
  })),
};
const statement = () =>
  screen.findByRole<HTMLInputElement>("checkbox", { name: "One of us uses a wheelchair." });
const placesAdded = () =>
  added[0]?.items.map(({ performances: [visit] }) => [visit?.seatId, visit?.accessibilityDeclared]);

async function nameSeats() {
  open();
  fireEvent.click(await screen.findByText("2026-12-05"));
  fireEvent.click(await screen.findByRole("radio", { name: "Choose your own" }));
  fireEvent.click(await screen.findByRole("radio", { name: "List" }));
  const row = (await screen.findByText("Row A")).closest("details");
  if (!row) throw new Error("the list has no row");
  row.open = true;
  fireEvent(row, new Event("toggle"));
}

const seat = (number: number) => screen.findByRole("checkbox", { name: new RegExp(`seat\\s${number}`) });

async function addSeats(count: number) {
  await waitFor(() => expect(screen.getAllByRole("button", { name: /^Remove / })).toHaveLength(count));
  const add = screen.getByRole("button", { name: "Add to Cart" });
  await waitFor(() => expect(add.getAttribute("aria-disabled")).toBeNull());
  fireEvent.click(add);
  await waitFor(() => expect(added).toHaveLength(1));
}

test.each([
  ["as the last action", 1],
  ["twice, with the statement taken back between", 3],
])("a wheelchair space is added when the need is declared %s", async (_, presses) => {
  place = declared;
  await nameSeats();
  fireEvent.click(await seat(1));
  for (let nth = 0; nth < presses; nth++) {
    // Its price is known, so that nothing that is still being read restores the seat.
    await screen.findAllByText(/\$10\.00/);
    fireEvent.click(await statement());
  }
  await addSeats(1);
  expect(placesAdded()).toEqual([["a-1", true]]);
});

test.each(["before", "after"])("the need is declared %s a second seat is chosen", async (when) => {
  place = declared;
  await nameSeats();
  fireEvent.click(await seat(1));
  if (when === "before") fireEvent.click(await statement());
  fireEvent.click(await seat(2));
  await screen.findAllByText(/\$20\.00/);
  if (when === "after") fireEvent.click(await statement());
  await addSeats(2);
  expect(placesAdded()).toEqual([
    ["a-1", true],
    ["a-2", true],
  ]);
});

test("a declaration keeps the quantities for a section of wheelchair spaces", async () => {
  const section = { isAccessible: true, isNumbered: false, capacityLevelId: 1, hasRoom: true, prices: [] };
  place = {
    ...declared,
    showTypeId: 2,
    seats: [],
    showCategories: [{ showCategoryId: "spaces", name: "Spaces", ...section }] as unknown as [],
  };
  open();
  fireEvent.click(await screen.findByText("2026-12-05"));
  await type("2");
  fireEvent.click(await statement());
  expect(await quantity()).toBe("2");
});
