// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { FindItem, FindResult } from "@/api/types";
import { anything, type Condition, type Wanted } from "@/lib/wanted";
import { accessibilityTexts } from "@/text/areas/accessibility";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import { findTexts } from "@/text/areas/find";
import { homeTexts } from "@/text/areas/home";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";
import { Find } from "./find";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

afterEach(() => {
  cleanup();
  push.mockClear();
});

const t = createTranslate(
  {},
  cheaperSaleTexts,
  findTexts,
  accessibilityTexts,
  alertTexts,
  homeTexts,
  productTexts,
  capacityTexts,
);

function item(id: string, more: Partial<FindItem>): FindItem {
  return {
    kind: "product",
    id,
    displayName: id,
    shortDescription: "",
    siteName: "Park",
    weekCalendar: false,
    fit: "anyDay",
    times: [],
    timeCount: 0,
    fromPrice: 20,
    highestPrice: 20,
    saving: 0,
    ...more,
  };
}

const result: FindResult = {
  today: "2026-12-01",
  lastDate: "2027-05-29",
  days: ["01", "02", "03", "04", "05", "06", "07"].map((day) => ({
    date: `2026-12-${day}`,
    openCount: day === "02" || day === "03" ? 0 : 3,
    isClosed: day === "02",
  })),
  itemCount: 0,
  page: 1,
  pageCount: 1,
  items: [],
  sites: [
    { id: "park", name: "Park" },
    { id: "museum", name: "Museum" },
  ],
  categories: ["Tours", "Shop"],
  audiences: [],
  accessibility: ["step-free", "captions"],
};

function show(wanted: Partial<Wanted>, more: Partial<FindResult>, named: Condition[] = []) {
  render(<Find t={t} wanted={{ ...anything, ...wanted }} named={named} result={{ ...result, ...more }} />);
}

test("a corrected word is named with the number of results", () => {
  show({ words: "lanturn" }, { itemCount: 1, items: [item("Lantern", {})], correctedWords: "lantern" });
  expect(screen.getByRole("status").textContent).toBe("Showing results for “lantern” 1 result");
  cleanup();
  show({ words: "lantern" }, { itemCount: 1, items: [item("Lantern", {})] });
  expect(screen.getByRole("status").textContent).toBe("1 result");
});

const link = (name: string) => screen.getByRole("link", { name });

test("the heading says that the shop is closed on the wanted day", () => {
  show({ date: "2026-12-02" }, { date: "2026-12-02" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("We're closed on Wednesday, December 2");
});

test("a wanted day groups what is found, and each item says when it is open and what is left", () => {
  const items = [
    item("tour", {
      fit: "onDay",
      capacityLevelId: 3,
      capacityDescription: "Almost Full",
      times: ["12:00", "14:00"],
      highestPrice: 30,
      fromPriceFor: "Child",
      timeCount: 4,
    }),
    item("day", { fit: "onDay", capacityLevelId: 1, capacityDescription: "Available", weekCalendar: true }),
    item("parking", {}),
    item("poster", { capacityLevelId: 4, capacityDescription: "Full" }),
    item("show", {
      fit: "otherDays",
      capacityLevelId: 4,
      capacityDescription: "Full",
      nextDate: "2026-12-08",
    }),
    item("boat", { fit: "otherDays" }),
    item("party", { fit: "otherDays", kind: "bundle", highestPrice: undefined }),
  ];
  show({ date: "2026-12-05" }, { date: "2026-12-05", items, itemCount: 7 });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("What's open on Saturday, December 5");
  const text = (name: string) => link(name).closest("article")?.textContent;
  expect(text("tour")).toBe("tourfrom $20.00 · ChildAlmost Full12:00\u00a0PM2:00\u00a0PM+2 more");
  expect(text("day")).toBe("day$20.00Available");
  expect(text("parking")).toBe("parking$20.00No date needed");
  expect(text("poster")).toBe("posterSold out");
  expect(text("show")).toBe("show$20.00FullNext: Tue, Dec 8");
  expect(text("boat")).toBe("boat$20.00Not available that day");
  expect(text("party")).toBe("partyfrom $20.00Not available that day");
  expect(link("tour").getAttribute("href")).toBe("/product/single/tour?date=2026-12-05");
  expect(link("day").getAttribute("href")).toBe("/product/single/dynamic/day?date=2026-12-05");
  expect(link("show").getAttribute("href")).toBe("/product/single/show?starting=2026-12-08");
  expect(link("parking").getAttribute("href")).toBe("/product/single/parking");
  expect(link("party").getAttribute("href")).toBe("/builder/party");
  const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(headings.slice(1)).toEqual(["3 open that day", "2 good any day", "2 open on other days"]);
});

test("without a day the items are one list, each with its next day", () => {
  const items = [
    item("tour", { nextDate: "2026-12-01" }),
    item("party", { kind: "bundle", highestPrice: undefined, fromPriceFor: "2 × Child", saving: 9.6 }),
  ];
  show({}, { items, itemCount: 2 });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Find tickets and passes");
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(1);
  expect(link("tour").closest("article")?.textContent).toBe("tour$20.00Next: Tue, Dec 1");
  expect(link("party").closest("article")?.textContent).toBe(
    "partyfrom $20.00 · 2 × ChildBuild your ownSave $9.60 compared with buying tickets separately",
  );
});

test("days, choices and pages are links that keep all other conditions", () => {
  const wanted = { words: "tour", site: "museum", accessibility: "captions", price: "25" };
  show(wanted, { items: [item("tour", {})], itemCount: 60, page: 2, pageCount: 3 });
  const kept = "site=museum&accessibility=captions&price=25";
  const days = within(screen.getByRole("navigation", { name: "Days" }));
  expect(days.getByRole("link", { name: "Wed Dec 2 Closed" }).getAttribute("href")).toBe(
    `/find?date=2026-12-02&words=tour&${kept}`,
  );
  expect(days.getByRole("link", { name: "Thu Dec 3 None" })).toBeDefined();
  expect(days.getByRole("link", { name: "Later days" }).getAttribute("href")).toBe(
    `/find?words=tour&${kept}&from=2026-12-08`,
  );
  expect(days.queryByRole("link", { name: "Earlier days" })).toBeNull();
  expect(link("Remove “tour”").getAttribute("href")).toBe(`/find?${kept}`);
  expect(link("Remove Museum").getAttribute("href")).toBe("/find?words=tour&accessibility=captions&price=25");
  expect(link("Remove Up to $25.00").getAttribute("href")).toBe(
    "/find?words=tour&site=museum&accessibility=captions",
  );
  expect(link("Clear all").getAttribute("href")).toBe("/find");
  expect(link("Next page").getAttribute("href")).toBe(`/find?words=tour&${kept}&page=3`);
  expect(link("Previous page").getAttribute("href")).toBe(`/find?words=tour&${kept}`);
});

test("filters with one option are left out, and conditions that the shop does not know are not shown", () => {
  show({ site: "moon", category: "Boats", audience: "Ghosts" }, { items: [item("tour", {})], itemCount: 1 });
  const names = screen.getAllByRole("combobox").map((list) => list.getAttribute("name"));
  expect(names).toEqual(["category", "site", "accessibility", "price"]);
  expect(screen.queryByRole("navigation", { name: "Your choices" })).toBeNull();
  expect(screen.getByText("1 result")).toBeDefined();
});

test("a search without results says what to do", () => {
  show({ words: "submarine" }, {});
  expect(screen.getByText("Nothing matches all of your choices")).toBeDefined();
  expect(link("Clear all").getAttribute("href")).toBe("/find");
});

test("a changed filter shows its results at once, with what is typed and chosen elsewhere in the form", () => {
  show({ site: "museum" }, { items: [item("tour", {})], itemCount: 1 });
  fireEvent.input(screen.getByRole("searchbox"), { target: { value: "whales" } });
  expect(push).not.toHaveBeenCalled();
  fireEvent.change(screen.getByRole("combobox", { name: "Category" }), { target: { value: "Tours" } });
  expect(push).toHaveBeenLastCalledWith("/find?words=whales&site=museum&category=Tours", { scroll: false });
  // The page has not changed, so the form is as before.
  fireEvent.change(screen.getByLabelText("Date"), { target: { value: "2026-12-05" } });
  expect(push).toHaveBeenLastCalledWith("/find?date=2026-12-05&site=museum", { scroll: false });
  expect(screen.getByText("Filters (1)")).toBeDefined();
});

test("a condition that the shop does not know is named in a notice", () => {
  show({}, { items: [item("tour", {})], itemCount: 1 }, ["date"]);
  expect(screen.getByText(/The date in this link has passed or isn't on sale/)).toBeDefined();
  cleanup();
  show({ site: "moon", date: "2020-01-01" }, { items: [item("tour", {})], itemCount: 1 }, ["date", "site"]);
  expect(screen.getByText(/We couldn't use part of this link: Date, Venue\./)).toBeDefined();
  cleanup();
  show({ site: "museum" }, { items: [item("tour", {})], itemCount: 1 }, ["site"]);
  expect(screen.queryByText(/this link/)).toBeNull();
});
