// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { initial } from "@/parts/performance-picker/picker-state";
import { cartSale } from "@/parts/performance-picker/sale";
import VisitPicker from "./visit-picker";

/** The available day by cart line. */
const daysOf: Record<string, string> = { tagged: "2026-12-05", verified: "2026-12-12" };

beforeEach(() => {
  vi.stubGlobal("fetch", async (request: Request) => {
    const { lineIds } = await request.json();
    const dates = lineIds.map((id: string) => ({
      date: daysOf[id],
      capacityLevelId: 1,
      hasRoom: true,
      capacityDescription: "Available",
    }));
    return Response.json(dates);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("each line shows the days of its sale context, even if a line of the same product was shown before", async () => {
  const cache = new Map();
  for (const [line, next] of [
    ["tagged", "Sat, Dec 5"],
    ["verified", "Sat, Dec 12"],
  ] as const) {
    render(
      <SWRConfig value={{ provider: () => cache }}>
        <VisitPicker
          productId="tour"
          sale={cartSale([line])}
          present=""
          kept={null}
          state={initial}
          loading={null}
          dispatch={() => {}}
        />
      </SWRConfig>,
    );
    expect(screen.queryByRole("button", { name: /^Next available/ })).toBeNull();
    expect(await screen.findByRole("button", { name: `Next available: ${next}` })).toBeDefined();
    cleanup();
  }
});
