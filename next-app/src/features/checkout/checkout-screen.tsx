"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { get } from "react-hook-form";
import { call } from "@/api/call";
import { isUnexpected, type Refusal } from "@/api/outcome";
import { keys, useApi, useCartChange, useMiniCart, useRevisedCart } from "@/api/swr";
import type { Cart, PaymentMethod } from "@/api/types";
import { leaveReason } from "@/flow/reason";
import { pathAfter, selectionPath } from "@/flow/sale-path";
import { oneLineAddress } from "@/lib/address-lines";
import { type AddressField, addressFields, contactFields, type TypedAddress } from "@/lib/address-rules";
import { formatDay } from "@/lib/dates";
import { forgetDraft } from "@/lib/draft";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { AddressForm, AddressText, addressLabel } from "@/parts/address-form/address-form";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { type Pending, recallPending } from "@/parts/card-dialog/memory";
import { SummaryWithLines } from "@/parts/cart-summary/summary-with-lines";
import { CartVisit } from "@/parts/cart-visit/cart-visit";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ErrorSummary, type SummaryEntry } from "@/parts/error-summary/error-summary";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { HoldNotice } from "@/parts/hold-notice/hold-notice";
import { OpenPasses } from "@/parts/open-passes/open-passes";
import { agreedPlan, agreedTerms, dueToday, paysPartToday } from "@/parts/payment-plan/plan";
import { addressTexts } from "@/text/areas/address";
import { alertTexts } from "@/text/areas/alert";
import { checkoutTexts } from "@/text/areas/checkout";
import { formTexts } from "@/text/areas/form";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Choices } from "@/ui/choices";
import { Checkbox, TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { StickyColumn } from "@/ui/sticky-column";
import {
  acceptsPlan,
  type CheckoutFacts,
  type CheckoutField,
  checkoutFaults,
  draftName,
  fieldOfWire,
  hasOwnShipping,
  isFree,
  needsAcknowledgement,
  needsShipping,
  settingsBody,
  shippingOf,
  shipsToBilling,
} from "./checkout-form";
import { type PaymentDialog, paymentDialog } from "./payment-dialog";
import { Section } from "./section";
import { unseen } from "./shown";
import type { TermsKind } from "./terms";
import { useCheckoutForm } from "./use-checkout-form";
import { useDelivery } from "./use-delivery";

/** Asked for by few and heavy: loaded when it is about to be needed. */
const loadCardDialog = () => import("@/parts/card-dialog/card-dialog");
const CardDialog = lazy(loadCardDialog);
const loadLenderDialog = () => import("@/parts/lender-dialog/lender-dialog");
const LenderDialog = lazy(loadLenderDialog);
const loadTerms = () => import("./terms-dialog");
const TermsDialog = lazy(loadTerms);

const fieldOrder: CheckoutField[] = [
  "deliveryMethodId",
  "paymentMethodId",
  "emailAddress",
  ...addressFields.map((field) => `billing.${field}` as const),
  ...addressFields.map((field) => `shipping.${field}` as const),
  "acceptInstallmentTerms",
  "acceptTerms",
  "acknowledgeLocation",
];

/** What only a cart that costs something asks for. */
const paidFields: CheckoutField[] = [
  "paymentMethodId",
  "acknowledgeLocation",
  ...addressFields
    .filter((field) => !contactFields.some((asked) => asked === field))
    .map((field) => `billing.${field}` as const),
];

const none: PaymentMethod[] = [];

const listFormat = new Intl.ListFormat("en-US");
const list = (names: string[]) => listFormat.format(names);

type Props = {
  initialCart: Cart;
  facts: CheckoutFacts;
  /** Whether the cart is empty because it is paid for, as far as the visitor's orders tell. */
  ordered: boolean;
  sessionTimeout: number;
};
type Payment = { dialog: PaymentDialog; processor: string; amount: number; resume: Pending | null };

/** From the shopper's details to the order. */
export function CheckoutScreen({ initialCart, facts: initialFacts, ordered, sessionTimeout }: Props) {
  const t = useText(addressTexts, alertTexts, checkoutTexts, formTexts, summaryTexts);
  const router = useRouter();
  const { data: miniCart } = useMiniCart();
  const { data: cart = initialCart, mutate: readCart } = useRevisedCart({ fallbackData: initialCart });
  const planTerms = agreedTerms(cart);
  const paysByPlan = planTerms !== null;
  const { data: paymentMethods = none } = useApi<PaymentMethod[]>(
    keys.paymentMethods(paysByPlan),
    (api) => api.GET("/cart/payment-method"),
    {
      fallbackData:
        paysByPlan === (initialFacts.planTerms !== null) ? initialFacts.paymentMethods : undefined,
      revalidateIfStale: false,
      shouldRetryOnError: true,
    },
  );
  const { deliveryMethods, withheld } = useDelivery(cart, initialFacts);
  const free = isFree(cart);
  const facts = useMemo(
    () => ({ ...initialFacts, deliveryMethods, withheld, paymentMethods, planTerms, free }),
    [initialFacts, deliveryMethods, withheld, paymentMethods, planTerms, free],
  );
  const { ask, question } = useQuestion();
  const changeCart = useCartChange();
  const { form, values, errors, change, leave, save, saving } = useCheckoutForm(
    initialCart,
    facts,
    sessionTimeout,
  );

  const [submitted, setSubmitted] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [summaryTitle, setSummaryTitle] = useState<string | null>(null);
  const [payment, setPayment] = useState<Payment | null>(null);
  const [termsShown, setTermsShown] = useState<TermsKind | null>(null);
  /** Whether an order is being placed: until that is done the cart may be empty because it was bought. */
  const [running, setRunning] = useState(false);
  const done = useRef(false);
  const summary = useRef<HTMLDivElement>(null);
  const problemAlert = useRef<HTMLDivElement>(null);
  const openPasses = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLDivElement>(null);

  const messageOf = (field: CheckoutField): string | undefined =>
    (get(errors, field) as { message?: string } | undefined)?.message;
  const entries: SummaryEntry[] = fieldOrder.flatMap((field) => {
    const message = messageOf(field);
    return message ? [{ field, label: labelOf(field), message }] : [];
  });
  const [firstFault] = checkoutFaults(values, facts);
  const shippingNeeded = needsShipping(values, facts);
  const acknowledgementNeeded = needsAcknowledgement(values, facts);

  function labelOf(field: CheckoutField): string | null {
    const [section, part] = field.split(".");
    if (!part) return null;
    const { countryId } = section === "shipping" ? shippingOf(values, facts) : values.billing;
    const name = t(addressLabel(part as AddressField, countryId));
    return section === "shipping" ? t("checkout.shipping-field", { name }) : name;
  }

  // Focus goes to what has to be read, each time that Checkout was pressed in vain.
  useEffect(() => {
    if (submitted > 0) (summary.current ?? problemAlert.current)?.focus();
  }, [submitted]);

  useErrorTitle((submitted > 0 && entries.length > 0) || problem !== null);

  // What is asked for no more is wrong no more.
  useEffect(() => {
    if (free) form.clearErrors(paidFields);
  }, [free, form]);

  // A payment that a reload interrupted is waited for, before anything else can be done.
  useEffect(() => {
    const pending = recallPending();
    if (pending) {
      const { processor, amount } = pending.attempt;
      setPayment({ dialog: paymentDialog(processor, true), processor, amount, resume: pending });
    }
  }, []);

  const empty = cart.cartEmpty || miniCart?.itemCount === 0;
  useEffect(() => {
    if (!empty || payment !== null || running || done.current || recallPending()) return;
    done.current = true;
    const path = selectionPath();
    if (cart.previousCart) {
      // What was removed waits there to be seen.
      router.replace(routes.cart());
    } else if (ordered || path === routes.cart()) {
      router.replace(routes.cartRerouted());
    } else {
      leaveReason(t("checkout.left-empty"));
      router.replace(path);
    }
  }, [empty, payment, running, cart.previousCart, ordered, router, t]);

  function fail(message: string | null) {
    setProblem(message);
    setSubmitted((times) => times + 1);
  }

  function refused(refusal: Refusal) {
    setSummaryTitle(refusal.message);
    const known = refusal.errors.flatMap(({ field, message }) => {
      const own = fieldOfWire(field);
      return own ? [{ own, message }] : [];
    });
    for (const { own, message } of known) form.setError(own, { message });
    fail(known.length === 0 ? refusal.message : null);
  }

  function finish() {
    done.current = true;
    forgetDraft(draftName);
    // A whole load: the confirmation gets no leave to frame the processor, and the counts start anew.
    window.location.assign(pathAfter("checkout", { passesInvolved: false, installmentBilling: false }));
  }

  async function submit() {
    if (running || done.current) return;
    if (cart.openPasses > 0) {
      openPasses.current?.focus();
      return;
    }
    setRunning(true);
    setProblem(null);
    setSummaryTitle(null);
    try {
      if (await form.trigger()) await placeOrder();
      else fail(null);
    } finally {
      setRunning(false);
    }
  }

  async function placeOrder() {
    // As it stood when Checkout was pressed.
    const shown = cart;
    await saving.current;
    const body = settingsBody(form.getValues(), facts, false);
    const saved = await call((api) => api.POST("/cart/settings", { body }), { busy: t("checkout.saving") });
    const current = await readCart();
    if (!saved.ok) {
      refused(saved);
      return;
    }
    if (!current || current.cartEmpty) return;
    const news = unseen(shown, current, body.deliveryMethodId);
    if (news !== null) {
      fail(t(`checkout.new-${news}`, { total: formatMoney(current.cartTotal) }));
      return;
    }
    if (dueToday(current) > 0) {
      const method = facts.paymentMethods.find((candidate) => candidate.id === body.paymentMethodId);
      const processor = method?.processorUi ?? "";
      setPayment({
        dialog: paymentDialog(processor, agreedPlan(current) !== null),
        processor,
        amount: dueToday(current),
        resume: recallPending(),
      });
      return;
    }
    const order = await call((api) => api.POST("/order/submit", { body: {} }), {
      busy: t("checkout.submitting"),
    });
    if (order.ok) {
      finish();
      return;
    }
    // What stood in the way is shown before the shopper tries again.
    const left = await readCart();
    if (left?.cartEmpty && isUnexpected(order)) {
      // The order was placed, and its answer was lost.
      done.current = true;
      router.replace(routes.cartRerouted());
      return;
    }
    refused(order);
  }

  function closePayment(message: string | null) {
    setPayment(null);
    readCart();
    if (message !== null) fail(message);
    else button.current?.querySelector("button")?.focus();
  }

  /** Out of the lender's dialog: without its plan the full price is paid by other means. */
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
    change("acceptInstallmentTerms", "", []);
    closePayment(cleared.ok ? null : cleared.message);
  }

  const address = (section: "billing" | "shipping") => ({
    section,
    value: values[section],
    errors: Object.fromEntries(
      addressFields.map((field) => [field, messageOf(`${section}.${field}`)]),
    ) as Partial<Record<AddressField, string>>,
    countries: facts.countries,
    states: facts.states,
    onChange: (value: TypedAddress, field: AddressField) =>
      change(
        section,
        value,
        // Phone, state and zip follow the country's rules.
        (field === "countryId"
          ? (["countryId", "phoneNumber", "stateProvinceId", "zipCode"] as const)
          : ([field] as const)
        ).map((part) => `${section}.${part}` as const),
      ),
    onLeave: (field: AddressField) => leave(`${section}.${field}`),
  });

  const total = formatMoney(dueToday(cart));
  const [method] = facts.paymentMethods.filter(({ id }) => id === values.paymentMethodId);
  const loadDialog =
    paymentDialog(method?.processorUi ?? "", paysByPlan) === "lender" ? loadLenderDialog : loadCardDialog;

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
          {submitted > 0 && entries.length > 0 ? (
            <ErrorSummary ref={summary} title={summaryTitle ?? t("form.summary")} entries={entries} />
          ) : null}
          {problem ? (
            <Alert ref={problemAlert} tone="error" label={t("alert.error")}>
              {problem}
            </Alert>
          ) : null}
          {cart.paymentInProgress ? null : <OpenPasses cart={cart} ref={openPasses} />}
          <CartVisit cart={cart} />
          {cart.paymentInProgress && !payment ? (
            <Alert tone="info" label={t("alert.info")}>
              {t("checkout.in-progress")}
            </Alert>
          ) : null}

          <Section title={t("checkout.delivery-title")}>
            {facts.deliveryMethods.length === 0 ? (
              <p className="text-ink-2">{t("checkout.no-delivery")}</p>
            ) : null}
            {facts.withheld.map(({ name: method, products, tooLateFor }) => (
              <p key={method} className="pb-3 text-sm text-ink-2">
                {tooLateFor
                  ? t("checkout.withheld-late", { method, date: formatDay(tooLateFor) })
                  : t("checkout.withheld", { method, products: list(products) })}
              </p>
            ))}
            <Choices
              name="deliveryMethodId"
              choices={facts.deliveryMethods.map((method) => ({
                ...method,
                end: method.price > 0 ? formatMoney(method.price) : t("checkout.free"),
              }))}
              chosen={values.deliveryMethodId}
              error={messageOf("deliveryMethodId")}
              onChoose={(id) => {
                change("deliveryMethodId", id, ["deliveryMethodId"]);
                // It decides the price, so the summary has to know now.
                save();
              }}
            />
          </Section>

          {free ? null : (
            <Section title={t("checkout.payment-title")} onLeave={save}>
              <Choices
                name="paymentMethodId"
                choices={facts.paymentMethods}
                chosen={values.paymentMethodId}
                error={messageOf("paymentMethodId")}
                onChoose={(id) => change("paymentMethodId", id, ["paymentMethodId"])}
              />
            </Section>
          )}

          <Section title={t("checkout.contact-title")} onLeave={save}>
            <TextField
              type="email"
              name="emailAddress"
              label={t("checkout.email-label")}
              hint={t("checkout.email-hint")}
              autoComplete="email"
              maxLength={254}
              spellCheck={false}
              value={values.emailAddress}
              error={messageOf("emailAddress")}
              onChange={(event) => change("emailAddress", event.target.value, ["emailAddress"])}
              onBlur={() => leave("emailAddress")}
            />
            {free ? (
              <div className="pt-4">
                <AddressForm {...address("billing")} contact />
              </div>
            ) : null}
          </Section>

          {free ? null : (
            <Section title={t("checkout.billing-title")} onLeave={save}>
              <AddressForm {...address("billing")} />
            </Section>
          )}

          {shippingNeeded ? (
            <Section title={t("checkout.shipping-title")} onLeave={save}>
              <div className="grid gap-4">
                {free ? null : (
                  <Checkbox
                    name="sameAsBilling"
                    label={t("checkout.same-as-billing")}
                    checked={values.sameAsBilling}
                    onChange={(event) => {
                      if (!event.target.checked && !hasOwnShipping(values)) {
                        form.setValue("shipping", values.billing);
                      }
                      change("sameAsBilling", event.target.checked, []);
                    }}
                  />
                )}
                {shipsToBilling(values, facts) ? (
                  <>
                    <AddressText value={values.billing} countries={facts.countries} states={facts.states} />
                    <AddressForm {...address("shipping")} value={values.billing} errors={{}} disabled />
                  </>
                ) : (
                  <AddressForm {...address("shipping")} />
                )}
              </div>
            </Section>
          ) : null}

          {paysByPlan ? (
            <Section title={t("checkout.installment-terms-title")} onLeave={save}>
              <div className="grid gap-2">
                {/* A lender's contract is between the lender and the shopper, who signs it in the lender's own form. */}
                {paysPartToday(cart) ? (
                  <p>
                    <TermsLink href={routes.installmentTerms()} onShow={() => setTermsShown("installment")}>
                      {t("checkout.installment-terms-read")}
                    </TermsLink>
                  </p>
                ) : null}
                <Checkbox
                  name="acceptInstallmentTerms"
                  checked={acceptsPlan(values, facts)}
                  error={messageOf("acceptInstallmentTerms")}
                  onChange={(event) =>
                    change("acceptInstallmentTerms", event.target.checked ? planTerms : "", [
                      "acceptInstallmentTerms",
                    ])
                  }
                  label={t(
                    paysPartToday(cart) ? "checkout.installment-terms-label" : "checkout.lender-terms-label",
                  )}
                />
              </div>
            </Section>
          ) : null}

          <Section title={t("checkout.terms-title")} onLeave={save}>
            <Checkbox
              name="acceptTerms"
              checked={values.acceptTerms}
              error={messageOf("acceptTerms")}
              onChange={(event) => change("acceptTerms", event.target.checked, ["acceptTerms"])}
              label={
                <>
                  {t("checkout.terms-before")}{" "}
                  <TermsLink href={routes.terms()} onShow={() => setTermsShown("sale")}>
                    {t("checkout.terms-link")}
                  </TermsLink>
                  {t("checkout.terms-after")}
                </>
              }
            />
          </Section>

          {acknowledgementNeeded ? (
            <Section title={t("checkout.location-title")} onLeave={save}>
              <Checkbox
                name="acknowledgeLocation"
                label={t("checkout.locationAcknowledgement")}
                checked={values.acknowledgeLocation}
                error={messageOf("acknowledgeLocation")}
                onChange={(event) =>
                  change("acknowledgeLocation", event.target.checked, ["acknowledgeLocation"])
                }
              />
            </Section>
          ) : null}

          <BuyBar
            ref={button}
            place="plain"
            className="lg:justify-end"
            hint={{
              id: "checkout-hint",
              text: firstFault ? t("checkout.still-needed", { what: whatIsMissing(firstFault.field) }) : "",
            }}
          >
            <p className="lg:hidden">
              <span className="legend">
                {t(paysPartToday(cart) ? "checkout.due-today" : "summary.total")}
              </span>
              <span className="figures block text-xl font-bold">{total}</span>
            </p>
            <SubmitButton
              className="max-w-64 flex-1 lg:min-w-64 lg:flex-none"
              blocked={firstFault !== undefined}
              aria-label={t("checkout.submit-name", { total })}
              aria-describedby="checkout-hint"
              onFocus={loadDialog}
              onPointerEnter={loadDialog}
            >
              {t("checkout.submit")}
              <span className="figures max-lg:hidden">{total}</span>
            </SubmitButton>
          </BuyBar>
        </Form>
      </div>

      {termsShown ? (
        <Suspense>
          <TermsDialog kind={termsShown} onClose={() => setTermsShown(null)} />
        </Suspense>
      ) : null}
      {payment?.dialog === "lender" ? (
        <Suspense>
          <LenderDialog
            processor={payment.processor}
            amount={payment.amount}
            resume={payment.resume}
            onPaid={finish}
            onCancel={payInFull}
            onClose={closePayment}
          />
        </Suspense>
      ) : null}
      {question}
      {payment?.dialog === "card" ? (
        <Suspense>
          <CardDialog
            processor={payment.processor}
            amount={payment.amount}
            resume={payment.resume}
            cardholderAddress={oneLineAddress(values.billing, facts.countries, facts.states)}
            suggestedName={`${values.billing.firstName} ${values.billing.lastName}`.trim()}
            onPaid={finish}
            onClose={closePayment}
          />
        </Suspense>
      ) : null}
    </div>
  );

  function whatIsMissing(field: CheckoutField): string {
    switch (field) {
      case "deliveryMethodId":
        return t("checkout.delivery-title");
      case "paymentMethodId":
        return t("checkout.payment-title");
      case "emailAddress":
        return t("checkout.email-label");
      case "acceptInstallmentTerms":
        return t("checkout.installment-terms-title");
      case "acceptTerms":
        return t("checkout.terms-title");
      case "acknowledgeLocation":
        return t("checkout.location-title");
      default:
        return labelOf(field) ?? "";
    }
  }
}

/** Opens the terms over the form, or in a window of their own for those who ask for one. */
function TermsLink({ href, onShow, children }: { href: string; onShow: () => void; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-block underline"
      onFocus={loadTerms}
      onPointerEnter={loadTerms}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onShow();
      }}
    >
      {children}
    </a>
  );
}
