// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { AccountTicket } from "@/api/types";
import { OwnTickets } from "./own-tickets";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ticket = {
  barcode: "ABCD1234EFGH5678",
  productName: "Park Day Ticket",
  variantName: "Adult",
  validityStartDate: "2026-12-05",
  validityEndDate: "2026-12-05",
} as AccountTicket;

test.each([
  [{ success: true }, null],
  [{ success: false, message: "Too many tickets." }, "Too many tickets."],
])(
  "pressing the button of an account's ticket sends its barcode; after the answer %j, the reported message is %j",
  async (answer, shownMessage) => {
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      sent.push(new URL(request.url).pathname, await request.json());
      return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
    });
    const onAdded = vi.fn(async () => {});
    render(<OwnTickets tickets={[ticket]} onAdded={onAdded} />);
    expect(screen.getByText("Visit on Saturday, December 5, 2026")).toBeTruthy();
    const name = "Choose Park Day Ticket, Adult, ABCD1234EFGH5678, for an upgrade";
    await act(async () => {
      fireEvent.click(screen.getByRole("button", { name }));
    });
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith(shownMessage));
    expect(sent).toEqual(["/api/upgrade/link-upgrade-ticket", { barcodes: ["ABCD1234EFGH5678"] }]);
  },
);
