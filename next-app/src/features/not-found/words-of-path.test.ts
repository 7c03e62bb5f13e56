import { expect, test } from "vitest";
import { wordsOfPath } from "./words-of-path";

test("the words of an address are those of its last part, without numbers and endings of files", () => {
  expect(wordsOfPath("/product/single/harbor-quartet-2025")).toBe("harbor quartet");
  expect(wordsOfPath("/summer_nights.html")).toBe("summer nights");
  expect(wordsOfPath("/builder/caf%C3%A9%20day")).toBe("café day");
  expect(wordsOfPath("/product/multi/promo")).toBe("");
  expect(wordsOfPath("/")).toBe("");
  expect(wordsOfPath("/order-lookup/my/4f2a")).toBe("");
  expect(wordsOfPath("/%E0%A4%A")).toBe("E0 A4 A");
});
