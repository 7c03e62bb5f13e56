// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { forget, remember, type Seen, seenIn, stored } from "./seen";

afterEach(() => localStorage.clear());

const product = (id: string): Seen => ({ path: `/product/single/${id}`, name: id, picture: null });
const names = () => seenIn(stored()).map(({ name }) => name);

test("the latest product comes first, each is remembered once, and the oldest are dropped", () => {
  for (const id of ["a", "b", "c", "a", "d", "e"]) remember(product(id));
  expect(names()).toEqual(["e", "d", "a", "c"]);
});

test("a product that no longer exists is forgotten", () => {
  remember(product("a"));
  remember(product("b"));
  forget("/product/single/a");
  expect(names()).toEqual(["b"]);
});

test("a stored text that this version did not write is ignored", () => {
  for (const text of ["", "null", "{}", "[1, null]", '[{"path": "https://evil.example", "name": "x"}]']) {
    expect(seenIn(text)).toEqual([]);
  }
});
