import { expect, test } from "vitest";
import { anything, findPath, namedIn, wantedOf } from "./wanted";

test("conditions in an address are read and written back", () => {
  const wanted = wantedOf({
    date: "2026-12-05",
    words: "  planit show ",
    site: "museum",
    category: "Museum",
    audience: "Families & friends",
    accessibility: "step-free",
    price: "25",
    from: "2026-12-01",
    page: "3",
  });
  expect(wanted.words).toBe("planit show");
  const path = findPath(wanted, { page: wanted.page });
  expect(wantedOf(Object.fromEntries(new URL(path, "http://shop").searchParams))).toEqual(wanted);
});

test("what is not a condition is ignored", () => {
  const query = { date: "2026-02-30", words: ["a", "b"], price: "cheap", page: "-1", utm_source: "mail" };
  expect(wantedOf(query)).toEqual(anything);
  for (const page of ["1.5", "0", "x", ""]) expect(wantedOf({ page }).page).toBe(1);
  for (const price of ["1e3", "-5", "1.5", "12345678"]) expect(wantedOf({ price }).price).toBe("");
  expect(wantedOf({ words: "w".repeat(1_000) }).words).toHaveLength(200);
});

test("the conditions that an address names are known even if they mean nothing", () => {
  const query = {
    date: "2026-02-30",
    site: " ",
    price: "cheap",
    words: "tour",
    from: "soon",
    category: ["a", "b"],
  };
  expect(namedIn(query)).toEqual(["date", "price"]);
});

test("a change of the conditions begins with the first page of items", () => {
  const wanted = { ...anything, words: "tour", page: 4 };
  expect(findPath(wanted)).toBe("/find?words=tour");
  expect(findPath(wanted, { date: "2026-12-05" })).toBe("/find?date=2026-12-05&words=tour");
  expect(findPath(wanted, { page: 5 })).toBe("/find?words=tour&page=5");
  expect(findPath(wanted, { words: "" })).toBe("/find");
});
