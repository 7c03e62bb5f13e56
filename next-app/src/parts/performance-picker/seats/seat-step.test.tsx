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
const detail = {
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
function opens(only?: (variants: Variant[]) => Variant[]) {
  const { container } = render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <SeatStep
        productId="play"
        performanceId="tonight"
        sale={{ saleFlowId: 1 }}
        detail={detail}
        seating="named"
        section={null}
        onSeating={() => {}}
        onSection={() => {}}
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
  await screen.findByText("You can't choose more than 2.");
  expect(screen.queryByRole("combobox"), "nothing to choose between").toBeNull();
  expect(screen.getAllByRole("checkbox", { checked: true })).toHaveLength(2);
});

test("a purchase offers a choice of tickets for each chosen seat", async () => {
  opens();
  for (const number of [1, 2, 3]) press(number);
  expect(await screen.findAllByRole("combobox")).toHaveLength(3);
});
