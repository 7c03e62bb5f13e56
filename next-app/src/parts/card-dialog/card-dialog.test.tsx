// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import CardDialog from "./card-dialog";

beforeEach(() => {
  document.documentElement.dataset.theme = "light";
});
afterEach(cleanup);

/** Opens the dialog of a payment for a shopper without saved cards. `props` are different for one test. */
function open(props: Partial<ComponentProps<typeof CardDialog>>) {
  render(
    <CardDialog
      processor="sandbox"
      amount={26}
      cardholderAddress=""
      suggestedName="Ada Lovelace"
      chosenCard={null}
      plan={null}
      mayHaveSavedCards={false}
      resume={null}
      onPaid={() => {}}
      onClose={() => {}}
      {...props}
    />,
  );
}

test("an unknown processor is reported in the dialog, which stays open", async () => {
  const closed: (string | null)[] = [];
  open({ processor: "elsewhere", onClose: (message) => closed.push(message) });
  expect((await screen.findByRole("alert")).textContent).toContain("Unable to open payment processor");
  expect(screen.getByRole("dialog", { name: "Credit Card Information" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
  expect(closed).toEqual([]);
});

test("a payment with an unknown outcome is shown as being checked, without card fields", () => {
  const attempt = { processor: "sandbox", sessionKey: "s1", paymentKey: "0123456789abcdef", amount: 26 };
  open({
    resume: {
      attempt,
      call: "order",
      cardholderName: "Ada Lovelace",
      cardholderAddress: "",
      saveCard: false,
    },
  });
  const dialog = screen.getByRole("dialog", { name: "Credit Card Information" });
  expect(dialog.textContent).toContain("We're checking your payment. Please don't pay again.");
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
  expect(screen.queryByLabelText("Name on card")).toBeNull();
});

test.each([
  { mayHaveSavedCards: true, fields: 0 },
  { mayHaveSavedCards: false, fields: 1 },
])(
  "while the payment is opened, the form of a new card is shown only to shoppers without saved cards",
  ({ mayHaveSavedCards, fields }) => {
    open({ mayHaveSavedCards });
    expect(screen.queryAllByLabelText("Name on card")).toHaveLength(fields);
    expect(screen.getByText("Loading the card form")).toBeDefined();
  },
);

test.each([
  [
    { cents: 19_005, count: 10, first: "2026-12-27", last: "2027-09-27" },
    "By paying, you agree that we'll also charge this card for the 10 monthly payments in your plan ($190.05 in all). First payment: Sunday, December 27, 2026. Last payment: Monday, September 27, 2027.",
  ],
  [
    { cents: 1_900, count: 1, first: "2026-12-27", last: "2026-12-27" },
    "By paying, you agree that we'll also charge this card for the one remaining payment in your plan: $19.00, due on Sunday, December 27, 2026.",
  ],
])("with a payment plan the dialog says what will be charged to the card later: %j", (plan, text) => {
  open({ processor: "elsewhere", plan });
  expect(screen.getByText(text)).toBeDefined();
});
