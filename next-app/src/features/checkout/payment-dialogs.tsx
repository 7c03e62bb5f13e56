"use client";

import { lazy, Suspense } from "react";
import type { Cart } from "@/api/types";
import { oneLineAddress } from "@/lib/address-lines";
import { toCents } from "@/lib/money";
import { shownChoice } from "@/parts/card-dialog/card-choice";
import type { MonthlyPayments } from "@/parts/card-dialog/card-dialog";
import { lender } from "@/parts/payment-plan/plan";
import type { CheckoutFacts, CheckoutValues } from "./checkout-form";
import type { PaymentDialog } from "./payment-dialog";
import type { Payment } from "./use-order-placement";

// The dialogs are large and needed last, so they are loaded when the pointer or focus reaches the button.
const loadCardDialog = () => import("@/parts/card-dialog/card-dialog");
const CardDialog = lazy(loadCardDialog);
const loadLenderDialog = () => import("@/parts/lender-dialog/lender-dialog");
const LenderDialog = lazy(loadLenderDialog);

/** Loads a payment dialog before it is opened. */
export function preloadPaymentDialog(dialog: PaymentDialog): void {
  void (dialog === "lender" ? loadLenderDialog() : loadCardDialog());
}

type Props = {
  payment: Payment | null;
  cart: Cart;
  values: CheckoutValues;
  facts: CheckoutFacts;
  /** The card that the shopper chose on the page; see `PaymentSection`. */
  card: string | null;
  onPaid: () => void;
  /** Called when the shopper declines the lender's plan. */
  onCancel: () => void;
  onClose: (message: string | null) => void;
};

/** The payments of the chosen in-house plan after the down payment; null if there is none. */
function monthlyPayments({ installmentBilling: billing }: Cart): MonthlyPayments | null {
  const payments = billing?.selected && billing.planTypeId !== lender ? (billing.payments ?? []) : [];
  const [first] = payments;
  const last = payments.at(-1);
  if (!first || !last) return null;
  return {
    cents: payments.reduce((cents, payment) => cents + toCents(payment.paymentAmount), 0),
    count: payments.length,
    first: first.paymentDate,
    last: last.paymentDate,
  };
}

/** The dialog that collects the payment, if one is open. */
export function PaymentDialogs({ payment, cart, values, facts, card, onPaid, onCancel, onClose }: Props) {
  if (payment === null) return null;
  const { dialog, processor, amount, resume } = payment;
  const { billing } = values;
  return (
    <Suspense>
      {dialog === "lender" ? (
        <LenderDialog
          processor={processor}
          amount={amount}
          resume={resume}
          onPaid={onPaid}
          onCancel={onCancel}
          onClose={onClose}
        />
      ) : (
        <CardDialog
          processor={processor}
          amount={amount}
          plan={monthlyPayments(cart)}
          mayHaveSavedCards={facts.signedIn}
          chosenCard={shownChoice(facts.savedCards, card)}
          resume={resume}
          cardholderAddress={oneLineAddress(billing, facts.countries, facts.states)}
          suggestedName={`${billing.firstName} ${billing.lastName}`.trim()}
          onPaid={onPaid}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}
