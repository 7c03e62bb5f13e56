"use client";

import { useRef } from "react";
import { useRevisedCart } from "@/api/swr";
import type { Cart } from "@/api/types";
import { SummaryWithLines } from "@/parts/cart-summary/summary-with-lines";
import { CartVisit } from "@/parts/cart-visit/cart-visit";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ErrorSummary } from "@/parts/error-summary/error-summary";
import { HoldNotice } from "@/parts/hold-notice/hold-notice";
import { OpenPasses } from "@/parts/open-passes/open-passes";
import { alertTexts } from "@/text/areas/alert";
import { checkoutTexts } from "@/text/areas/checkout";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Form } from "@/ui/form";
import { StickyColumn } from "@/ui/sticky-column";
import { BillingSection, ContactSection, ShippingSection } from "./address-sections";
import { type CheckoutFacts, checkoutFaults } from "./checkout-form";
import { DeliverySection, PaymentSection } from "./method-sections";
import { paymentDialog } from "./payment-dialog";
import { PaymentDialogs, preloadPaymentDialog } from "./payment-dialogs";
import { SubmitBar } from "./submit-bar";
import { TermsSections } from "./terms-sections";
import { type CheckoutErrors, useCheckoutErrors } from "./use-checkout-errors";
import { useCheckoutFacts } from "./use-checkout-facts";
import { useCheckoutForm } from "./use-checkout-form";
import { useEmptyCartExit } from "./use-empty-cart-exit";
import { useOrderPlacement } from "./use-order-placement";

type Props = {
  initialCart: Cart;
  facts: CheckoutFacts;
  /** Whether the shopper has an order, so that an empty cart was bought. */
  ordered: boolean;
  sessionTimeout: number;
};

/** The checkout page, from the shopper's details to the order. */
export function CheckoutScreen({ initialCart, facts: initialFacts, ordered, sessionTimeout }: Props) {
  const t = useText(alertTexts, checkoutTexts);
  const { data: cart = initialCart, mutate: readCart } = useRevisedCart({ fallbackData: initialCart });
  const facts = useCheckoutFacts(cart, initialFacts);
  const { ask, question } = useQuestion();
  const checkout = useCheckoutForm(initialCart, facts, sessionTimeout);
  const errors = useCheckoutErrors(checkout, facts);
  const openPasses = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLDivElement>(null);
  const placement = { cart, readCart, facts, checkout, errors, ask, openPasses, button };
  const { payment, running, done, submit, finish, closePayment, payInFull } = useOrderPlacement(placement);
  useEmptyCartExit({ cart, ordered, busy: payment !== null || running, done });

  const { values } = checkout;
  const [firstFault] = checkoutFaults(values, facts);
  const method = facts.paymentMethods.find(({ id }) => id === values.paymentMethodId);
  const dialog = paymentDialog(method?.processorUi ?? "", facts.planTerms !== null);

  return (
    <div className="frame">
      <header className="grid gap-2 pb-6">
        <h1 className="text-h1">{t("checkout.title")}</h1>
        {cart.cartEmpty || cart.paymentInProgress ? null : <HoldNotice cart={cart} />}
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8">
        <StickyColumn className="lg:col-start-2 lg:row-start-1">
          <aside>
            <SummaryWithLines cart={cart} collapsible />
          </aside>
        </StickyColumn>
        <Form className="grid gap-4 lg:col-start-1 lg:row-start-1" onSubmit={submit}>
          <CheckoutErrorList errors={errors} />
          {cart.paymentInProgress ? null : <OpenPasses cart={cart} ref={openPasses} />}
          <CartVisit cart={cart} />
          {cart.paymentInProgress && !payment ? (
            <Alert tone="info" label={t("alert.info")}>
              {t("checkout.in-progress")}
            </Alert>
          ) : null}
          <DeliverySection checkout={checkout} facts={facts} />
          <PaymentSection checkout={checkout} facts={facts} />
          <ContactSection checkout={checkout} facts={facts} />
          <BillingSection checkout={checkout} facts={facts} />
          <ShippingSection checkout={checkout} facts={facts} />
          <TermsSections cart={cart} checkout={checkout} facts={facts} />
          <SubmitBar
            ref={button}
            cart={cart}
            missing={firstFault ? errors.missingName(firstFault.field) : null}
            onApproach={() => preloadPaymentDialog(dialog)}
          />
        </Form>
      </div>
      <PaymentDialogs
        payment={payment}
        values={values}
        facts={facts}
        onPaid={finish}
        onCancel={payInFull}
        onClose={closePayment}
      />
      {question}
    </div>
  );
}

/** The errors of the last submission, above the form. */
function CheckoutErrorList({ errors }: { errors: CheckoutErrors }) {
  const t = useText(alertTexts, formTexts);
  const { entries, problem, summary, summaryTitle, alert } = errors;
  return (
    <>
      {entries.length > 0 ? (
        <ErrorSummary ref={summary} title={summaryTitle ?? t("form.summary")} entries={entries} />
      ) : null}
      {problem ? (
        <Alert ref={alert} tone="error" label={t("alert.error")}>
          {problem}
        </Alert>
      ) : null}
    </>
  );
}
