"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { isUnexpected, type Refusal } from "@/api/outcome";
import { useCartChange } from "@/api/swr";
import type { Cart } from "@/api/types";
import { pathAfter } from "@/flow/sale-path";
import { removeDraft } from "@/lib/draft";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { loadPending, type Pending } from "@/parts/card-dialog/memory";
import type { useQuestion } from "@/parts/confirm-dialog/use-question";
import type { FormFailure } from "@/parts/form/use-shop-form";
import { agreedPlan } from "@/parts/payment-plan/plan";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";
import { isAtDialogEntry, leaveDialogEntry } from "@/ui/dialog-entry";
import { type CheckoutFacts, draftName, settingsBody } from "./checkout-form";
import { orderStep } from "./order-step";
import { type PaymentDialog, paymentDialog } from "./payment-dialog";
import type { CheckoutForm } from "./use-checkout-form";

export type Payment = { dialog: PaymentDialog; processor: string; amount: number; resume: Pending | null };

type Options = {
  cart: Cart;
  refreshCart: () => Promise<Cart | undefined>;
  facts: CheckoutFacts;
  checkout: CheckoutForm;
  ask: ReturnType<typeof useQuestion>["ask"];
  /** The element around the submit button. The button receives focus when a payment is cancelled. */
  button: RefObject<HTMLDivElement | null>;
};

/** Places the order: saves the settings, collects the payment, submits, and opens the confirmation page. */
export function useOrderPlacement(options: Options) {
  const { cart, refreshCart, checkout } = options;
  const t = useText(checkoutTexts);
  const router = useRouter();
  // The title of the error summary after the server refused the settings or the order; null if there was no refusal.
  const [refusalTitle, setRefusalTitle] = useState<string | null>(null);
  const done = useRef(false);
  const { payment, openPayment, closePayment, payInFull } = usePayment(options);

  function finish() {
    done.current = true;
    removeDraft(draftName);
    const path = pathAfter("checkout", { passesInvolved: false, installmentBilling: false });
    // A full page load resets all state and applies the security headers of the confirmation, which forbid the frame of
    // the processor's form. The confirmation replaces the dialog's entry in the browser history.
    if (isAtDialogEntry()) window.location.replace(path);
    else window.location.assign(path);
  }

  async function submit() {
    if (done.current) return;
    setRefusalTitle(null);
    await checkout.submit(placeOrder);
  }

  async function placeOrder(): Promise<FormFailure | null> {
    // The cart that the shopper saw when Checkout was pressed.
    const shown = cart;
    await checkout.saving.current;
    const body = settingsBody(checkout.getValues(), options.facts, false);
    const saved = await call((api) => api.POST("/cart/settings", { body }), { busy: t("checkout.saving") });
    const current = await refreshCart();
    if (!saved.ok) return refused(saved);
    const step = orderStep(shown, current, body.deliveryMethodId);
    if (step.type === "stop" || !current) return null;
    if (step.type === "confirm-change") {
      return { message: t(`checkout.new-${step.change}`, { total: formatMoney(current.cartTotal) }) };
    }
    if (step.type === "submit") return submitFreeOrder();
    openPayment(current, step.amount, body.paymentMethodId);
    return null;
  }

  async function submitFreeOrder(): Promise<FormFailure | null> {
    const order = await call((api) => api.POST("/order/submit", { body: {} }), {
      busy: t("checkout.submitting"),
    });
    if (order.ok) {
      finish();
      return null;
    }
    // The current cart is shown before the shopper tries again.
    const current = await refreshCart();
    if (current?.cartEmpty && isUnexpected(order)) {
      // The order was probably placed, and its response was lost.
      done.current = true;
      router.replace(routes.cartRerouted());
      return null;
    }
    return refused(order);
  }

  function refused({ message, errors }: Refusal): FormFailure {
    setRefusalTitle(message);
    return { message, errors };
  }

  return { payment, done, refusalTitle, submit, finish, closePayment, payInFull };
}

/** The state of the payment dialog, and the functions that open and close it. */
function usePayment({ refreshCart, facts, checkout, ask, button }: Options) {
  const t = useText(checkoutTexts);
  const changeCart = useCartChange();
  const [payment, setPayment] = useState<Payment | null>(null);

  // A payment that was interrupted by a reload is resumed when the page opens.
  useEffect(() => {
    const pending = loadPending();
    if (!pending) return leaveDialogEntry();
    const { processor, amount } = pending.attempt;
    setPayment({ dialog: paymentDialog(processor, true), processor, amount, resume: pending });
  }, []);

  // The button cannot get the focus before the dialog over it is gone.
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (payment !== null || !returnsFocus.current) return;
    returnsFocus.current = false;
    button.current?.querySelector("button")?.focus();
  }, [payment, button]);

  function openPayment(current: Cart, amount: number, methodId: string | undefined) {
    const processor = facts.paymentMethods.find(({ id }) => id === methodId)?.processorUi ?? "";
    const dialog = paymentDialog(processor, agreedPlan(current) !== null);
    setPayment({ dialog, processor, amount, resume: loadPending() });
  }

  function closePayment(message: string | null) {
    setPayment(null);
    leaveDialogEntry();
    void refreshCart();
    if (message !== null) checkout.fail({ message });
    else returnsFocus.current = true;
  }

  /** Declines the lender's plan, so that the full price is paid by a different method. */
  async function payInFull() {
    const proceeds = await ask({
      title: t("checkout.change-title"),
      message: [t("checkout.change-question")],
      proceedText: t("checkout.change-yes"),
      cancelText: t("checkout.change-no"),
    });
    if (!proceeds) return;
    const cleared = await changeCart((api) => api.POST("/cart/clear-installment-billing"), {
      busy: t("checkout.changing"),
    });
    checkout.change({ acceptInstallmentTerms: "" }, []);
    closePayment(cleared.ok ? null : cleared.message);
  }

  return { payment, openPayment, closePayment, payInFull };
}
