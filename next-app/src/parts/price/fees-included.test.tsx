// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Variant } from "@/api/types";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";
import { FeesIncluded } from "./fees-included";

afterEach(cleanup);

const t = createTranslate({}, productTexts);

test.each([
  [[{ displayPrice: 0 }, { displayPrice: 12 }], "Ticket fees included. Taxes are added in the cart."],
  [[{ displayPrice: 0, highestDisplayPrice: 5 }], "Ticket fees included. Taxes are added in the cart."],
  [[{ displayPrice: 0 }], ""],
  [[], ""],
])("the note about fees beside the variants %j is %j", (variants, text) => {
  const shown = render(<FeesIncluded t={t} variants={variants as Variant[]} />);
  expect(shown.container.textContent).toBe(text);
});
