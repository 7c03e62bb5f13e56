// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { BundleStep } from "@/api/types";
import { aPerformance } from "@/parts/performance-picker/sample";
import { type BuilderEvent, initial, reduce } from "./bundle-state";
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

test("the times of a part are chosen one after another, each with its show and the prompt of its selection", () => {
  const at = (selectionIndex: number, showName: string, time: string, prompt: string) =>
    aPerformance(`${showName} ${time}`, {
      selectionIndex,
      showId: showName,
      showName,
      performanceTime: time,
      performanceDateTime: `${date}T${time}:00-05:00`,
      uiPrompt: prompt,
    });
  const performances = [
    at(1, "Dinner", "17:00", "Your dinner"),
    at(1, "Dinner", "18:00", "Your dinner"),
    at(2, "Play", "20:00", "Your play"),
    at(2, "Play", "21:00", "Your play"),
  ];
  const step: BundleStep = {
    promotionRuleId: "night",
    uiLabel: "Your evening",
    uiDescription: "",
    minQuantity: 1,
    products: [
      {
        extProductId: "evening",
        displayName: "Evening",
        performances,
        variants: [
          {
            extProductVariantId: "guest",
            displayName: "Guest",
            minQuantity: 1,
            maxQuantity: 4,
            requiresPerformance: true,
            displayPrice: 50,
            capacityLevelId: 1,
            capacityDescription: "Available",
            performancePrices: performances.map(({ performanceId }) => ({ performanceId, displayPrice: 50 })),
          },
        ],
      },
    ],
  };
  let state = reduce(initial, { type: "dateChosen", date });
  state = reduce(state, { type: "stepsLoaded", date, steps: [step] });
  const card = () => <StepCard number={1} step={step} state={state} dispatch={choose} />;
  function choose(event: BuilderEvent) {
    state = reduce(state, event);
    shown.rerender(card());
  }
  const shown = render(card());
  const buttons = () => screen.getAllByRole("button", { name: /[AP]M/ });
  const nameOf = (button: HTMLElement) => (button.ariaLabel ?? button.textContent).replaceAll("\u00a0", " ");
  const names = () => buttons().map(nameOf);
  const press = (name: string) =>
    fireEvent.click(buttons().find((button) => nameOf(button) === name) as HTMLElement);
  expect(screen.getByRole("group", { name: "Your dinner" })).toBeDefined();
  expect(names()).toEqual(["5:00 PM, Dinner", "6:00 PM, Dinner"]);
  press("6:00 PM, Dinner");
  expect(screen.getByRole("group", { name: "Your play" })).toBeDefined();
  expect(names()).toEqual(["Change Dinner, 6:00 PM", "8:00 PM, Play", "9:00 PM, Play"]);
  press("9:00 PM, Play");
  expect(names()).toEqual(["Change Dinner, 6:00 PM", "Change Play, 9:00 PM"]);
  press("Change Dinner, 6:00 PM");
  expect(names()).toEqual(["5:00 PM, Dinner", "6:00 PM, Dinner"]);
});
