// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aVisit } from "./sample";
import { StepList } from "./step-list";
import type { Step } from "./steps";

afterEach(cleanup);

/** The list for large screens. The list for phones is in a closed disclosure. */
function items(current: Step, hasAddOns: boolean) {
  render(<StepList current={current} reservation={{ visit: aVisit(), hasAddOns }} />);
  const [list] = screen.getAllByRole("list");
  return within(list as HTMLElement).getAllByRole("listitem");
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

test("on phones, the name of the current step includes its number and the number of steps", () => {
  items("link", true);
  expect(screen.getByText("Step 2 of 5: Add Tickets")).toBeDefined();
  cleanup();
  items("review", false);
  expect(screen.getByText("Step 4 of 4: Review")).toBeDefined();
});
