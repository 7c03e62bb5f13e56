// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { MyReservations } from "@/api/types";
import { ListScreen } from "./list-screen";

vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const page = (ids: string[], hasMore: boolean) =>
  ({ reservations: ids.map((id) => ({ id, code: id, state: "confirmed" })), hasMore }) as MyReservations;

test("more reservations are loaded on request, starting after the last one shown", async () => {
  const queries: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    queries.push(new URL(request.url).search);
    return Response.json(page(["C"], false));
  });
  render(<ListScreen first={page(["A", "B"], true)} />);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByRole("link", { name: "View reservation C" });
  expect(queries).toEqual(["?after=B"]);
  expect(screen.getAllByRole("link", { name: /View reservation/ })).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
