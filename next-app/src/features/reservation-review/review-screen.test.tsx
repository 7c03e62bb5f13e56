// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aReservation, aVisit } from "@/parts/reservation-step/sample";
import { ReviewScreen } from "./review-screen";

vi.mock("next/navigation", () => ({ useRouter: () => ({ replace() {}, push() {} }) }));

afterEach(cleanup);

test.each([
  [true, "After you confirm, you can move or cancel this visit until Saturday, December 5, 2026, 8:00 AM."],
  [false, "Because this visit is so soon, you can't move or cancel it after you confirm."],
])("before a visit is confirmed, the page says whether it can be changed: %s", (changeable, text) => {
  const changeUntil = "2026-12-05T08:00:00-05:00";
  const initial = aReservation({ reservationInProgress: true, visit: aVisit(), changeUntil, changeable });
  render(<ReviewScreen initial={initial} items={[]} code={null} />);
  expect(screen.getByText(text)).toBeTruthy();
});
