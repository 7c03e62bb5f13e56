// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { BundleStep } from "@/api/types";
import { initial, reduce } from "./bundle-state";
import { StepCard } from "./step-card";

afterEach(cleanup);

const date = "2026-12-05";

function show(minQuantity: number, maxQuantity: number | undefined, value: number) {
  const step: BundleStep = {
    promotionRuleId: "home",
    uiLabel: "To take home",
    uiDescription: "Until they are gone.",
    minQuantity,
    ...(maxQuantity === undefined ? {} : { maxQuantity }),
    products: [
      {
        extProductId: "shop",
        displayName: "Shop",
        performances: [],
        variants: ["book", "leaflet", "poster"].map((id) => ({
          extProductVariantId: id,
          displayName: id,
          minQuantity: 1,
          maxQuantity: 1,
          requiresPerformance: false,
          displayPrice: 12,
          capacityLevelId: 1,
          capacityDescription: "Available",
          performancePrices: [],
        })),
      },
    ],
  };
  const asking = reduce(initial, { type: "dateChosen", date });
  const there = reduce(asking, { type: "stepsLoaded", date, steps: [step] });
  const state = ["book", "leaflet", "poster"]
    .slice(0, value)
    .reduce(
      (before, variantId) =>
        reduce(before, { type: "quantityChanged", variantId, quantity: { value: 1, typed: null } }),
      there,
    );
  render(<StepCard number={1} step={step} state={state} dispatch={() => {}} />);
}

test.each<[number, number | undefined, number, string, string]>([
  [2, 3, 1, "Choose 2 to 3 (1 chosen)", "Choose"],
  [2, 3, 2, "Choose 2 to 3 (2 chosen)", "Done"],
  [2, 2, 0, "Choose 2 (0 chosen)", "Choose"],
  [1, undefined, 0, "Choose at least 1 (0 chosen)", "Choose"],
  [0, 2, 0, "Choose up to 2 (0 chosen)", "Optional"],
  [0, 2, 1, "Choose up to 2 (1 chosen)", "Done"],
  [0, undefined, 3, "Choose as many as you like (3 chosen)", "Done"],
])('a step of %j to %j items with %d chosen shows "%s" and the state %s', (min, max, value, range, state) => {
  show(min, max, value);
  expect(screen.getByText(range)).toBeDefined();
  expect(document.querySelector("[data-step-state]")?.textContent).toBe(state);
  expect(screen.getAllByRole("checkbox", { hidden: true })).toHaveLength(3);
  expect(screen.getByText("Until they are gone.")).toBeDefined();
});
