// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PerformanceDetail, Product } from "@/api/types";
import type { PickerProps } from "@/parts/performance-picker/picker-props";
import { publicSale } from "@/parts/performance-picker/sale";
import { aDetail, aPerformance, aVariant } from "@/parts/performance-picker/sample";
import type { NamedOrder } from "@/parts/performance-picker/seats/seat-state";
import { BuyPanel } from "./buy-panel";

vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));
vi.mock("@/parts/performance-picker/month-picker", () => ({
  default: ({ dispatch, onNamed }: PickerProps) => (
    <>
      <button type="button" onClick={() => dispatch({ type: "needDeclared", needDeclared: true })}>
        I need it
      </button>
      <button type="button" onClick={() => onNamed?.(order)}>
        Name A1
      </button>
      {["2026-12-05", "2026-12-06"].map((date) => (
        <button key={date} type="button" onClick={() => dispatch({ type: "dateChosen", date })}>
          {date}
        </button>
      ))}
    </>
  ),
}));

/** Counts how often the prices were read. */
let priced: number;
/** How many units are left at the price, if their number is limited. */
let left: number | undefined;

/** The chosen performance has only this accessible place. */
let place: Partial<PerformanceDetail>;

/** The requests to add, and their answer. */
let added: { items: { quantity: number; performances: { performanceId: string }[] }[] }[];
let answer: object;

beforeEach(() => {
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
    if (pathname.endsWith("/show-category-detail") || pathname.endsWith("/seat-detail")) {
      return Response.json({ success: true, value: { productVariants: [aVariant("adult")] } });
    }
    if (pathname.endsWith("/seat-availability")) {
      return Response.json({ success: true, value: { takenSeatIds: [] } });
    }
    if (pathname.endsWith("/cart/add")) {
      added.push(await request.clone().json());
      return Response.json(answer);
    }
    if (pathname.endsWith("/cart/quote")) {
      return Response.json({ success: true, value: { displayTotal: 99.5, offers: [] } });
    }
    return Response.json({ itemCount: 0, itemGroups: [] });
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

/** Renders the product's panel, opened for one of its variants. */
function open() {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <BuyPanel
        product={product}
        sale={publicSale}
        dates={[]}
        starting={null}
        summary={null}
        chosen="adult"
        onAdded={() => {}}
      />
    </SWRConfig>,
  );
}

async function type(value: string) {
  fireEvent.change(await screen.findByRole("spinbutton"), { target: { value } });
}

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
  answer = { success: false, message: "Sorry, only 2 left. Room for 4: 2:00 PM.", otherTimes: [time] };
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

const section = {
  showCategoryId: "front",
  name: "Front",
  isAccessible: true,
  prices: [],
  capacityLevelId: 1,
  hasRoom: true,
} as unknown as PerformanceDetail["showCategories"][number];
const seat = { seatId: "A1", showCategoryId: "front", kind: "wheelchair", isAvailable: true };
const order: NamedOrder = {
  seats: [{ seatId: "A1", variantId: "adult" }],
  lines: [{ seatId: "A1", variantId: "adult", unitPrice: 9, displayPrice: 10 }],
  cents: 10_00,
};

test("a section stays chosen with its quantity when the need for it is declared, also twice", async () => {
  place = { performanceId: "tours.1200", showTypeId: 2, showCategories: [section] };
  open();
  fireEvent.click(await screen.findByText("2026-12-05"));
  await type("3");
  for (let press = 0; press < 2; press++) fireEvent.click(screen.getByText("I need it"));
  expect(await quantity()).toBe("3");
  fireEvent.click(screen.getByRole("button", { name: "Add to Cart" }));
  await waitFor(() => expect(added).toHaveLength(1));
  const performances = [{ showCategoryId: "front", accessibilityDeclared: true }];
  expect(added[0]?.items).toMatchObject([{ quantity: 3, performances }]);
});

test("a seat stays chosen when the need for it is declared last", async () => {
  place = {
    performanceId: "tours.1200",
    showTypeId: 3,
    showCategories: [section],
    seats: [seat] as PerformanceDetail["seats"],
  };
  open();
  fireEvent.click(await screen.findByText("2026-12-05"));
  await waitFor(() => expect(priced).toBe(1));
  fireEvent.click(screen.getByText("Name A1"));
  await screen.findAllByText(/\$10\.00/);
  fireEvent.click(screen.getByText("I need it"));
  fireEvent.click(screen.getByRole("button", { name: "Add to Cart" }));
  await waitFor(() => expect(added).toHaveLength(1));
  const performances = [{ seatId: "A1", accessibilityDeclared: true }];
  expect(added[0]?.items).toMatchObject([{ quantity: 1, performances }]);
});
