// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Performance } from "@/api/types";
import Picker from "./picker";
import { initial, type PickerEvent, type Question, reduce, wanted } from "./picker-state";

afterEach(cleanup);

const sale = { saleFlowId: 1 } as Parameters<typeof Picker>[0]["sale"];

type Answer = (question: Question) => PickerEvent;

/** The picker of a shopper who has chosen a day, after these answers of the API. */
function answered(...answers: Answer[]) {
  const asking = reduce(initial, { type: "dateChosen", date: "2026-12-05" });
  const state = answers.reduce(
    (before, answer) => reduce(before, answer(wanted(before) as Question)),
    asking,
  );
  render(
    <Picker
      productId="tour"
      sale={sale}
      calendar={() => null}
      state={state}
      loading={null}
      touched
      dispatch={() => {}}
    />,
  );
}

const noon: Performance = {
  performanceId: "tours.20261205.1200",
  performanceTime: "12:00",
  performanceDateTime: "2026-12-05T12:00:00-05:00",
  capacityLevelId: 1,
  capacityDescription: "Available",
  showTypeId: 1,
  showId: "tour",
  showName: "Garden tour",
  validAllDay: false,
  alwaysPromptShow: false,
  alwaysPromptPerformance: false,
  selectionIndex: 1,
};

const nothing = "There are no products available for this date / time";

test("a day without performances is told", () => {
  answered((question) => ({ type: "performancesLoaded", question, performances: [] }));
  expect(screen.getByText(nothing)).toBeDefined();
});

test("a time for which nothing is sold is told", () => {
  answered(
    (question) => ({ type: "performancesLoaded", question, performances: [noon] }),
    (question) => ({
      type: "detailLoaded",
      question,
      detail: {
        showTypeId: 1,
        capacityLevelId: 1,
        capacityDescription: "Available",
        productVariants: [],
        showCategories: [],
        seats: [],
      },
    }),
  );
  expect(screen.getByText(nothing)).toBeDefined();
});

test("taking a choice back tells what goes with it", () => {
  const second = { selectionIndex: 2, uiPrompt: "Choose your lunch" };
  const [early, late] = ["11:00", "12:00"].map((performanceTime) => ({
    ...noon,
    performanceId: `lunches.20261205.${performanceTime}`,
    performanceTime,
    ...second,
  }));
  answered(
    (question) => ({
      type: "performancesLoaded",
      question,
      performances: [noon, early, late] as Performance[],
    }),
    () => ({ type: "performanceChosen", selectionIndex: 2, performanceId: "lunches.20261205.12:00" }),
  );
  const [told] = screen.getAllByRole("status").slice(-1);
  expect(told?.textContent).not.toContain("lunch");
  fireEvent.click(screen.getByRole("button", { name: "Change Select Date" }));
  expect(told?.textContent).toBe("To be chosen again as well: Choose your lunch");
});

test("a call that failed is told in its own words, with a way to try again", () => {
  answered((question) => ({ type: "failed", question, message: "The shop is very busy at the moment." }));
  expect(screen.getByRole("alert").textContent).toContain("The shop is very busy at the moment.");
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});
