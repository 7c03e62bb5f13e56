// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { BundleStep } from "@/api/types";
import { Included } from "./included";

afterEach(cleanup);

const crossing = {
  promotionRuleId: "crossing",
  uiLabel: "Your crossing",
  minQuantity: 1,
  maxQuantity: 1,
  products: [
    {
      extProductId: "ferry",
      displayName: "Ferry",
      performances: [],
      variants: [
        {
          extProductVariantId: "party",
          displayName: "Party of up to six",
          displayPrice: 10,
          regularDisplayPrice: 16,
          performancePrices: [],
        },
      ],
    },
  ],
} as unknown as BundleStep;

test("an included part is shown with its price and cannot be changed", () => {
  render(<Included steps={[crossing]} />);
  const part = screen.getByRole("region", { name: "Included in every bundle" }).querySelector("li");
  expect(part?.textContent).toMatch(/^Ferry, Party of up to six \$10\.00.*\$16\.00$/);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a bundle without included parts shows no section for them", () => {
  const { container } = render(<Included steps={[]} />);
  expect(container.textContent).toBe("");
});
