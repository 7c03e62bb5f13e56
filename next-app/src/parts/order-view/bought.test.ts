import { expect, test } from "vitest";
import type { Order, OrderRefunds } from "@/api/types";
import { bought, endOf, hasOwnTickets, venuesOf } from "./bought";

type Item = Order["items"][number];

const visit = (performanceId: string): Item["performances"][number] => ({
  selectionIndex: 1,
  performanceId,
  showId: "day",
  showName: "Day Ticket",
  performanceDate: "2026-12-05",
  performanceTime: "10:00",
  validAllDay: true,
});

const item = (id: string, more: Partial<Item>): Item => ({
  id,
  productId: "day",
  productDisplayName: "Day Ticket",
  productVariantId: "adult",
  productVariantDisplayName: "Adult",
  productVariantIsPass: false,
  isDonation: false,
  unitPrice: 40,
  displayPrice: 40,
  itemTotal: 40,
  displayTotal: 40,
  offers: [],
  entitlements: [],
  isPackage: false,
  displayPackageItemPricingDetails: false,
  packageItems: [],
  quantity: 1,
  unitsLeft: more.quantity ?? 1,
  performances: [visit("saturday")],
  seats: [],
  siteName: "Merrow Point",
  deliveryItem: false,
  ...more,
});

test("tickets of one product for the same visit are one entry, and equal tickets are counted together", () => {
  const entries = bought([
    item("one", { quantity: 2 }),
    item("two", { productVariantDisplayName: "Child" }),
    item("three", { seats: [{ seatCategoryName: "Stalls", row: "C", seat: "12" }] }),
    item("four", { performances: [visit("sunday")] }),
  ]);
  expect(entries.map(({ tickets }) => tickets)).toEqual([
    [
      { name: "Adult", quantity: 3 },
      { name: "Child", quantity: 1 },
    ],
    [{ name: "Adult", quantity: 1 }],
  ]);
  expect(entries.map(({ product }) => product)).toEqual(["Day Ticket", "Day Ticket"]);
  expect(entries.map((entry) => venuesOf(entry).map(({ site }) => site))).toEqual([
    ["Merrow Point"],
    ["Merrow Point"],
  ]);
});

test("units that were refunded or canceled are not counted, and lines of which nothing is left are left out", () => {
  const part = { productVariantId: "adult", displayName: "Adult", quantity: 4, performances: [], seats: [] };
  const packageItems = [{ productId: "day", productDisplayName: "Day Ticket", items: [part] }];
  const entries = bought([
    item("one", { quantity: 5, unitsLeft: 3 }),
    item("two", { productVariantDisplayName: "Child", unitsLeft: 0 }),
    item("pair", { isPackage: true, quantity: 2, unitsLeft: 1, packageItems }),
  ] as Item[]);
  expect(entries.map(({ tickets }) => tickets)).toEqual([
    [{ name: "Adult", quantity: 3 }],
    [{ name: "Day Ticket, Adult", quantity: 2 }],
  ]);
});

test("items with different seats for the same visit share the visit without a place", () => {
  const inSeat = (id: string, seat: string) =>
    item(id, {
      performances: [{ ...visit("saturday"), showCategoryName: "Stalls", seatDescription: `C ${seat}` }],
      seats: [{ seatCategoryName: "Stalls", row: "C", seat }],
    });
  const [entry] = bought([inSeat("one", "12"), inSeat("two", "13")]);
  expect(entry?.performances).toEqual([visit("saturday")]);
  expect(entry?.items.map(({ seats }) => seats[0]?.seat)).toEqual(["12", "13"]);
});

test("a pass is named with its level and its holder", () => {
  const pass = { effectivePassLevelName: "Gold", firstName: "Ada", lastName: "Lovelace", performances: [] };
  expect(bought([item("one", pass)])[0]?.tickets).toEqual([
    { name: "Adult (Gold), Ada Lovelace", quantity: 1 },
  ]);
});

const part = { productVariantId: "adult", displayName: "Adult", quantity: 2, seats: [] };

test("a package has the visits of its parts, each once", () => {
  const packageItems = [
    {
      productId: "day",
      productDisplayName: "Day Ticket",
      items: [
        { ...part, performances: [visit("saturday")] },
        { ...part, performances: [visit("saturday"), visit("evening")] },
      ],
    },
  ];
  const [entry] = bought([item("one", { isPackage: true, performances: [], packageItems })]);
  expect(entry?.performances.map(({ performanceId }) => performanceId)).toEqual(["saturday", "evening"]);
});

test("a package lists its parts, and each of its visits has the site of its part", () => {
  const packageItems = [
    {
      productId: "fossils",
      productDisplayName: "Deep Time",
      siteName: "Ellery Museum",
      items: [{ ...part, performances: [visit("fossils")] }],
    },
    {
      productId: "ferry",
      productDisplayName: "Harbor Ferry",
      siteName: "Merrow Point",
      items: [
        { ...part, displayName: "Party", quantity: 1, effectivePassLevelName: "Gold", performances: [] },
      ],
    },
  ];
  const [entry] = bought([
    item("one", {
      isPackage: true,
      productVariantDisplayName: "Bundle for Saturday",
      performances: [visit("fossils")],
      packageItems,
    }),
  ]);
  expect(entry?.tickets).toEqual([
    { name: "Deep Time, Adult", quantity: 2 },
    { name: "Harbor Ferry, Party (Gold)", quantity: 1 },
  ]);
  expect(entry && venuesOf(entry)).toEqual([{ site: "Ellery Museum", performances: [visit("fossils")] }]);
});

test("visits at different sites are separate", () => {
  const packageItems = ["museum", "park"].map((site) => ({
    productId: site,
    productDisplayName: site,
    siteName: `The ${site}`,
    items: [{ ...part, performances: [visit(site)] }],
  }));
  const [entry] = bought([item("one", { isPackage: true, performances: [], packageItems })]);
  expect(entry && venuesOf(entry)).toEqual([
    { site: "The museum", performances: [visit("museum")] },
    { site: "The park", performances: [visit("park")] },
  ]);
});

test("an item without a visit has no site", () => {
  const [entry] = bought([item("one", { performances: [] })]);
  expect(entry && venuesOf(entry)).toEqual([]);
});

test("an order of which nothing is left was exchanged, canceled or both", () => {
  const refund = (...exchanged: (string | undefined)[]) =>
    ({
      refunds: exchanged.map((exchangedFor) => ({ exchangedFor, items: [{ quantity: 1 }] })),
    }) as OrderRefunds;
  expect(endOf(undefined)).toBe("canceled");
  expect(endOf(refund(undefined))).toBe("canceled");
  expect(endOf(refund("A", "B"))).toBe("exchanged");
  expect(endOf(refund("A", undefined))).toBe("both");
});

test("an order without a code for the gate has no ticket that the buyer shows", () => {
  expect(hasOwnTickets({})).toBe(false);
  expect(hasOwnTickets({ ticketingReservationCode: "A" })).toBe(true);
});
