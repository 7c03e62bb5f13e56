// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";
import { FromPrice, fromText } from "./from-price";

afterEach(cleanup);

const t = createTranslate({}, productTexts);

test.each([
  [{ lowest: 20, isFrom: false }, "$20.00"],
  [{ lowest: 20, highest: 30, isFrom: true }, "from $20.00"],
  [{ lowest: 20, highest: 30, isFrom: true, lowestFor: "Child" }, "from $20.00 · Child"],
  [{ lowest: 0, isFrom: false }, "Free"],
  [{ lowest: 0, highest: 30, isFrom: true }, "Free to $30.00"],
  [{ lowest: 0, isFrom: true }, "Free"],
])("the price %j is written as %j", (price, text) => {
  expect(render(<FromPrice t={t} {...price} />).container.textContent).toBe(text);
});

test('no text says "from Free"', () => {
  expect([fromText(t, 0), fromText(t, 12)]).toEqual(["Free", "from $12.00"]);
});
