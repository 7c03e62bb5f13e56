// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { initial, nextQuestion, reduce } from "../picker-state";
import { publicSale } from "../sale";
import { aPerformance } from "../sample";
import WeekPicker from "./week-picker";

beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = (performanceTime: string, uiPrompt?: string) =>
  aPerformance(`tours.20261205.${performanceTime}`, { performanceTime, showTypeId: 4, uiPrompt });

test.each([
  [undefined, "Select a Time"],
  ["Choose your tour", "Select a Time: Choose your tour"],
])("the times of a day with the prompt %j have the heading %j", (prompt, title) => {
  const asking = reduce(initial, { type: "dateChosen", date: "2026-12-05" });
  const question = nextQuestion(asking);
  if (!question) throw new Error("the state machine requests nothing");
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
