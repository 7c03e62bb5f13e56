"use client";

import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useRevisedCart } from "@/api/swr";
import type { Cart } from "@/api/types";
import type { Packed } from "@/lib/packed";
import { type PackedPlaces, unpackPlaces } from "@/lib/places";
import { useUnpacked } from "@/lib/use-unpacked";
import { CartCode } from "@/parts/cart-code/cart-code";
import { SummaryWithLines } from "@/parts/cart-summary/summary-with-lines";
import { CartVisit } from "@/parts/cart-visit/cart-visit";
import { CartSales } from "@/parts/cheaper-sale/cart-sales";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { FormErrors } from "@/parts/form/form-errors";
import { HoldNotice } from "@/parts/hold-notice/hold-notice";
import { PurchaseSteps } from "@/parts/purchase-steps/purchase-steps";
import { havePasses } from "@/parts/purchase-steps/steps";
import { addressTexts } from "@/text/areas/address";
import { alertTexts } from "@/text/areas/alert";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { classNames } from "@/ui/class-names";
import { Form } from "@/ui/form";
import { StickyColumn } from "@/ui/sticky-column";
import { BillingSection, ContactSection, ShippingSection } from "./address-sections";
import { isFilled, missingName } from "./checkout-fields";
import { type CheckoutFacts, checkoutErrors, type FactsOfCart } from "./checkout-form";
import { DeliverySection, PaymentSection } from "./method-sections";
import { paymentDialog } from "./payment-dialog";
import { PaymentDialogs, preloadPaymentDialog } from "./payment-dialogs";
import { PlanChoice } from "./plan-choice";
import { SubmitBar } from "./submit-bar";
import { TermsSections } from "./terms-sections";
import { useCheckoutFacts } from "./use-checkout-facts";
import { useCheckoutForm } from "./use-checkout-form";
import { useEmptyCartExit } from "./use-empty-cart-exit";
import { useOrderPlacement } from "./use-order-placement";

// Few carts have questions, so other carts do not load their controls.
const QuestionSections = lazy(() => import("./question-sections"));
// Few carts cannot be bought as they are.
const IncompletePasses = lazy(() => import("./incomplete-passes"));
const UnmetCart = lazy(() => import("./unmet-cart"));

type Props = {
  initialCart: Cart;
  facts: CheckoutFacts;
  /**
   * Whether the cart was empty when the page was opened and the shopper has an order: its items were probably bought.
   */
  ordered: boolean;
  sessionTimeout: number;
};

type Sent = Omit<Props, "facts"> & { facts: FactsOfCart };

/** The checkout as the page of `/checkout` sends it. */
export function CheckoutPage({ page, places }: { page: Packed<Sent>; places: PackedPlaces }) {
  const { facts: ofCart, ...props } = useUnpacked(page);
  const facts = useMemo(() => ({ ...ofCart, ...unpackPlaces(places) }), [ofCart, places]);
  return <CheckoutScreen {...props} facts={facts} />;
}

/** The checkout page, from the shopper's details to the order. */
export function CheckoutScreen(props: Props) {
  const { initialCart, facts: initialFacts, ordered, sessionTimeout } = props;
  const t = useText(addressTexts, alertTexts, checkoutTexts);
  const { data: cart = initialCart, mutate: refreshCart } = useRevisedCart({ fallbackData: initialCart });
  const facts = useCheckoutFacts(cart, initialFacts);
  const { ask, question } = useQuestion();
  const checkout = useCheckoutForm(initialCart, facts, sessionTimeout);
  const [card, setCard] = useState<string | null>(null);
  const button = useRef<HTMLDivElement>(null);
  const placement = { cart, refreshCart, facts, checkout, ask, button };
  const { payment, done, refusalTitle, submit, finish, closePayment, payInFull } =
    useOrderPlacement(placement);
  useEmptyCartExit({ cart, ordered, busy: payment !== null || checkout.isSubmitting, done });

  const { values } = checkout;
  const faults = checkoutErrors(values, facts);
  const faultyFields = faults.map(({ field }) => field);
  const missing = faults.map(({ field }) => ({
    field,
    name: missingName(field, values, facts, t),
    isWrong: isFilled(field, values),
  }));
  const method = facts.paymentMethods.find(({ id }) => id === values.paymentMethodId);
  const dialog = paymentDialog(method?.processorUi ?? "", facts.planTerms !== null);
  // What cannot be paid is completed before anything is typed here: passes, and what else keeps the cart from being bought.
  const isOpen = !cart.paymentInProgress && payment === null;
  const isIncomplete = isOpen && cart.openPasses > 0;
  const isUnmet = isOpen && cart.unmet.length > 0 && !cart.cartEmpty;
  const hasForm = !isIncomplete && !isUnmet;

  return (
    <div className="frame">
      <header className="grid gap-2 pb-6">
        <PurchaseSteps current="checkout" hasPasses={havePasses(cart.itemGroups)} />
        <h1 className="text-h1">{t("checkout.title")}</h1>
        {cart.cartEmpty || cart.paymentInProgress ? null : <HoldNotice cart={cart} />}
      </header>
      {/*
       * On phones and tablets the summary is shown above the form, in a row whose usual height is reserved, because the
       * browser reads the form first. Keyboards reach them in the order of the rows where browsers can.
       */}
      <div
        className={classNames(
          "grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8",
          hasForm && "max-lg:grid-rows-[minmax(12rem,auto)_auto] max-lg:[reading-flow:grid-rows]",
        )}
      >
        {isIncomplete ? (
          <Suspense>
            <IncompletePasses cart={cart} />
          </Suspense>
        ) : isUnmet ? (
          <Suspense>
            <UnmetCart cart={cart} />
          </Suspense>
        ) : (
          <Form className="grid gap-4 max-lg:row-start-2" onSubmit={submit}>
            <FormErrors form={checkout} title={refusalTitle} />
            <CartVisit cart={cart} />
            {cart.paymentInProgress || payment ? null : <CartSales cart={cart} />}
            {cart.paymentInProgress && !payment ? (
              <Alert tone="info" label={t("alert.info")}>
                {t("checkout.in-progress")}
              </Alert>
            ) : null}
            <DeliverySection checkout={checkout} facts={facts} />
            <PlanChoice cart={cart} />
            <PaymentSection checkout={checkout} facts={facts} card={card} onCard={setCard} />
            <ContactSection checkout={checkout} facts={facts} faults={faultyFields} />
            <BillingSection checkout={checkout} facts={facts} faults={faultyFields} />
            <ShippingSection checkout={checkout} facts={facts} />
            {facts.questions.length > 0 ? (
              <Suspense>
                <QuestionSections checkout={checkout} questions={facts.questions} />
              </Suspense>
            ) : null}
            <TermsSections cart={cart} checkout={checkout} facts={facts} card={card} />
            <SubmitBar
              ref={button}
              cart={cart}
              missing={missing}
              onApproach={() => preloadPaymentDialog(dialog)}
            />
          </Form>
        )}
        <StickyColumn className={hasForm ? "max-lg:row-start-1" : ""}>
          <aside className="grid gap-4">
            <SummaryWithLines cart={cart} collapsible withoutPlan />
            <CartCode cart={cart} />
          </aside>
        </StickyColumn>
      </div>
      <PaymentDialogs
        payment={payment}
        cart={cart}
        values={values}
        facts={facts}
        card={card}
        onPaid={finish}
        onCancel={payInFull}
        onClose={closePayment}
      />
      {question}
    </div>
  );
}
