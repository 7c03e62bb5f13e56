// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import CardDialog from "./card-dialog";

beforeEach(() => {
  document.documentElement.dataset.theme = "light";
});
afterEach(cleanup);

test("a processor that the page does not know cannot be opened, and is said to", async () => {
  const closed: (string | null)[] = [];
  render(
    <CardDialog
      processor="elsewhere"
      amount={26}
      cardholderAddress=""
      suggestedName="Ada Lovelace"
      resume={null}
      onPaid={() => {}}
      onClose={(message) => closed.push(message)}
    />,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("Unable to open payment processor");
  expect(screen.getByRole("dialog", { name: "Credit Card Information" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
  expect(closed).toEqual([]);
});

test("a payment in question is said to be checked, and nothing of a card is asked for", () => {
  const attempt = { processor: "sandbox", sessionKey: "s1", paymentKey: "0123456789abcdef", amount: 26 };
  render(
    <CardDialog
      processor="sandbox"
      amount={26}
      cardholderAddress=""
      suggestedName="Ada Lovelace"
      resume={{
        attempt,
        call: "order",
        cardholderName: "Ada Lovelace",
        cardholderAddress: "",
        saveCard: false,
      }}
      onPaid={() => {}}
      onClose={() => {}}
    />,
  );
  const dialog = screen.getByRole("dialog", { name: "Credit Card Information" });
  expect(dialog.textContent).toContain("We are checking your payment. Do not pay again.");
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
  expect(screen.queryByLabelText("Name on card")).toBeNull();
});
