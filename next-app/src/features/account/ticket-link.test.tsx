// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { AccountTicket } from "@/api/types";
import { profileTexts } from "@/text/areas/profile";
import { createTranslate } from "@/text/texts";
import type { HeldTogether } from "./held-tickets";
import { TicketLink } from "./ticket-link";

afterEach(cleanup);

const t = createTranslate({}, profileTexts);
const ticket = (accountId: string, orderId: string) =>
  ({ accountId, orderId, productName: "Park day" }) as AccountTicket;
const visit: HeldTogether = [ticket("one", "order"), ticket("two", "order")];

function targetAmong(held: HeldTogether[]): string | null {
  cleanup();
  render(<TicketLink t={t} tickets={visit} held={held} when="Saturday" />);
  return screen.getByRole("link").getAttribute("href");
}

test("the link leads to the tickets of the visit, and to the top of the page if the order has no other visit", () => {
  expect(targetAmong([visit, [ticket("three", "another order")]])).toBe("/ticket/account-grouping/order");
  expect(targetAmong([visit, [ticket("three", "order")]])).toBe("/ticket/account-grouping/order#ticket-one");
});
