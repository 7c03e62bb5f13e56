// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { PassLevel, PassSite, Variant } from "@/api/types";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import { homeTexts } from "@/text/areas/home";
import { passLevelsTexts } from "@/text/areas/pass-levels";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";
import { PassLevels } from "./pass-levels";

afterEach(cleanup);

const t = createTranslate({}, cheaperSaleTexts, homeTexts, passLevelsTexts, productTexts);

function pass(id: string, displayName: string, displayPrice: number, plan?: string): Variant {
  return {
    id,
    displayName,
    displayPrice,
    cheaperSales: [],
    installmentBillingPlanDescription: plan,
  } as unknown as Variant;
}

function level(more: Partial<PassLevel>): PassLevel {
  return {
    productId: "season",
    productDisplayName: "Season Pass",
    benefits: [],
    valid: { days: 365 },
    variants: [pass("adult", "Adult", 100)],
    ...more,
  };
}

function show(levels: PassLevel[], benefits: string[] = []) {
  const sites: PassSite[] = [{ id: "park", name: "The Park", benefits, levels }];
  render(<PassLevels t={t} sites={sites} offers={[]} />);
}

/** The rows of the table, each as the texts of its cells. */
function rows(): (string | null)[][] {
  const cells = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent);
  return within(screen.getByRole("table")).getAllByRole("row").map(cells);
}

test("the table has a column for each level and says what each level gives, costs and how long it is valid", () => {
  const silver = level({
    levelName: "Silver",
    benefits: [{ name: "Visits", text: "Weekdays" }],
    variants: [pass("adult", "Adult", 100, "$10 today"), pass("child", "Child", 60)],
  });
  const gold = level({
    levelName: "Gold",
    benefits: [{ name: "Visits", text: "Every day" }, { name: "Parking" }],
    valid: { until: "2027-09-30" },
    variants: [pass("gold", "Adult", 200, "$20 today")],
  });
  show([silver, gold], ["Visits", "Parking"]);
  expect(rows()).toEqual([
    ["Pass", "Silver Season Pass", "Gold Season Pass"],
    ["", "Choose Silver", "Choose Gold"],
    ["Price", "$100.00 Adult$60.00 Child", "$200.00 Adult"],
    ["Payment plan", "Adult: $10 today", "$20 today"],
    ["Valid", "1 year from the day of purchase", "Through September 30, 2027"],
    ["Visits", "Weekdays", "Every day"],
    ["Parking", "–Not included", "Included"],
  ]);
  const cards = screen.getAllByRole("listitem").filter((item) => within(item).queryByRole("heading"));
  expect(cards).toHaveLength(2);
  expect(cards[0]?.textContent).not.toContain("Parking");
});

test.each<[PassLevel["valid"], string]>([
  [{ days: 90 }, "90 days from the day of purchase"],
  [{ from: "2027-03-01", days: 30 }, "30 days, starting March 1, 2027"],
  [{ from: "2027-03-01", until: "2027-10-31" }, "March 1, 2027 through October 31, 2027"],
])("the validity %o is %j", (valid, text) => {
  show([level({ valid })]);
  expect(rows()).toContainEqual(["Valid", text]);
});

test("a product whose passes have no levels is a level by its own name, and is paid at once without a plan", () => {
  show([level({})]);
  expect(rows()).toContainEqual(["Pass", "Season Pass "]);
  expect(rows()).toContainEqual(["Payment plan", "Pay in full"]);
});

test("a sale that sells a pass for less stands below the price, with its price and a link", () => {
  const sale = { tag: "season", title: "Your first pass", sellsPasses: true, displayPrice: 90 };
  const variants = [{ ...pass("adult", "Adult", 100), cheaperSales: [sale] }, pass("child", "Child", 60)];
  show([level({ variants })]);
  expect(rows()).toContainEqual(["Price", "$100.00 AdultYour first pass: $90.00$60.00 Child"]);
  const [link] = within(screen.getByRole("table")).getAllByRole("link", { name: "Your first pass: $90.00" });
  expect(link?.getAttribute("href")).toBe("/product/multi/pass/tag/season");
});

test("a shop without passes says so and leads to everything on sale", () => {
  render(<PassLevels t={t} sites={[]} offers={[]} />);
  expect(screen.getByText("No passes are available right now.")).toBeDefined();
  expect(screen.getByRole("link").getAttribute("href")).toBe("/find");
});
