// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Performance } from "@/api/types";
import { initial, reduce, wanted } from "../picker-state";
import { publicSale } from "../sale";
import WeekPicker from "./week-picker";

beforeAll(() => {
  document.documentElement.dataset.apiRoot = "http://shop.test/api";
});
beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = (performanceTime: string, uiPrompt?: string): Performance => ({
  performanceId: `tours.20261205.${performanceTime}`,
  performanceTime,
  performanceDateTime: `2026-12-05T${performanceTime}:00-05:00`,
  capacityLevelId: 1,
  capacityDescription: "Available",
  showTypeId: 4,
  showId: "tour",
  showName: "Tour",
  validAllDay: false,
  alwaysPromptShow: false,
  alwaysPromptPerformance: false,
  selectionIndex: 1,
  prices: [],
  ...(uiPrompt ? { uiPrompt } : {}),
});

test.each([
  [undefined, "Select a Time"],
  ["Choose your tour", "Select a Time: Choose your tour"],
])("the times of a day with the prompt %j are below %j", (prompt, title) => {
  const asking = reduce(initial, { type: "dateChosen", date: "2026-12-05" });
  const question = wanted(asking);
  if (!question) throw new Error("nothing was asked");
  const performances = [at("10:00", prompt), at("12:00", prompt)];
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <WeekPicker
        productId="day"
        sale={publicSale}
        week={{ days: [], minimum: "2026-11-30", maximum: "2026-12-31" }}
        state={reduce(asking, { type: "performancesLoaded", question, performances })}
        loading={null}
        touched
        dispatch={() => {}}
      />
    </SWRConfig>,
  );
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(title);
});
