// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aVisit } from "./sample";
import { StepList } from "./step-list";
import type { Step } from "./steps";

afterEach(cleanup);

function items(current: Step, hasAddOns: boolean) {
  render(<StepList current={current} reservation={{ visit: aVisit(), hasAddOns }} />);
  return screen.getAllByRole("listitem");
}

test("earlier steps are links, the current one is marked, and later ones are not links yet", () => {
  const steps = items("date", true);
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    "Guest Info",
    "Add Tickets",
    "Choose Date",
    "Add Ons",
    "Review",
  ]);
  const links = steps.map((step) => step.querySelector("a")?.getAttribute("href"));
  expect(links).toEqual([
    "/reservation/begin?then=link",
    "/reservation/link",
    undefined,
    undefined,
    undefined,
  ]);
  expect(steps.map((step) => step.querySelector("[aria-current=step]") !== null)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
});
