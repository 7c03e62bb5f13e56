"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Cart } from "@/api/types";
import { routes } from "@/lib/routes";
import { chosenCard } from "@/parts/card-dialog/card-choice";
import { agreedPlan, paysPartToday } from "@/parts/payment-plan/plan";
import { PlanDetails } from "@/parts/payment-plan/plan-details";
import { checkoutTexts } from "@/text/areas/checkout";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Checkbox } from "@/ui/field";
import { Icon } from "@/ui/icon";
import { acceptsPlan, type CheckoutFacts, needsAcknowledgement } from "./checkout-form";
import { isPaidByCard } from "./payment-dialog";
import { Section } from "./section";
import type { TermsKind } from "./terms";
import type { CheckoutForm } from "./use-checkout-form";

// The dialog is rarely opened, so it is loaded when the pointer or focus reaches the link.
const loadTerms = () => import("./terms-dialog");
const TermsDialog = lazy(loadTerms);

type Props = { cart: Cart; checkout: CheckoutForm; facts: CheckoutFacts };

type SectionsProps = Props & {
  /** The id of the saved card with which the shopper pays, `newCard`, or null before the shopper has chosen. */
  card: string | null;
};

/**
 * Everything that the shopper has to accept before the order. Browsers do not restore the checkboxes, because they might
 * do so for another order.
 */
export function TermsSections({ cart, checkout, facts, card }: SectionsProps) {
  const [shownTerms, setShownTerms] = useState<TermsKind | null>(null);
  return (
    <>
      <PlanTerms cart={cart} checkout={checkout} facts={facts} onShow={() => setShownTerms("installment")} />
      <SaleTerms checkout={checkout} onShow={() => setShownTerms("sale")} />
      <LocationAcknowledgement checkout={checkout} facts={facts} />
      <Assurance checkout={checkout} facts={facts} card={card} onShow={() => setShownTerms("sale")} />
      {shownTerms ? (
        <Suspense>
          <TermsDialog kind={shownTerms} onClose={() => setShownTerms(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The payment plan in one line, all its costs and payments folded below, and the checkbox that accepts it. */
function PlanTerms({ cart, checkout, facts, onShow }: Props & { onShow: () => void }) {
  const t = useText(checkoutTexts);
  const { planTerms } = facts;
  if (planTerms === null) return null;
  const { values, messageOf, change, save } = checkout;
  const paysPart = paysPartToday(cart);
  const plan = agreedPlan(cart);
  return (
    <Section title={t("checkout.installment-terms-title")} onLeave={save}>
      <div className="grid gap-2">
        {plan && paysPart ? <PlanDetails plan={plan} /> : null}
        {/* A lender's plan has no link to terms, because the lender's form shows the contract to sign. */}
        {paysPart ? (
          <p>
            <TermsLink href={routes.installmentTerms()} onShow={onShow}>
              {t("checkout.installment-terms-read")}
            </TermsLink>
          </p>
        ) : null}
        <Checkbox
          name="acceptInstallmentTerms"
          autoComplete="off"
          checked={acceptsPlan(values, facts)}
          error={messageOf("acceptInstallmentTerms")}
          onChange={(event) =>
            change({ acceptInstallmentTerms: event.target.checked ? planTerms : "" }, [
              "acceptInstallmentTerms",
            ])
          }
          label={t(paysPart ? "checkout.installment-terms-label" : "checkout.lender-terms-label")}
        />
      </div>
    </Section>
  );
}

function SaleTerms({ checkout, onShow }: Pick<Props, "checkout"> & { onShow: () => void }) {
  const t = useText(checkoutTexts);
  const { values, messageOf, change, save } = checkout;
  return (
    <Section title={t("checkout.terms-title")} onLeave={save}>
      <Checkbox
        name="acceptTerms"
        autoComplete="off"
        checked={values.acceptTerms}
        error={messageOf("acceptTerms")}
        onChange={(event) => change({ acceptTerms: event.target.checked }, ["acceptTerms"])}
        label={
          <>
            {t("checkout.terms-before")}{" "}
            <TermsLink href={routes.terms()} onShow={onShow}>
              {t("checkout.terms-link")}
            </TermsLink>
            {t("checkout.terms-after")}
          </>
        }
      />
    </Section>
  );
}

/** The checkbox with which buyers in some states acknowledge where the goods are used. */
function LocationAcknowledgement({ checkout, facts }: Pick<Props, "checkout" | "facts">) {
  const t = useText(checkoutTexts);
  const { values, messageOf, change, save } = checkout;
  if (!needsAcknowledgement(values, facts)) return null;
  return (
    <Section title={t("checkout.location-title")} onLeave={save}>
      <Checkbox
        name="acknowledgeLocation"
        autoComplete="off"
        label={t("checkout.locationAcknowledgement")}
        checked={values.acknowledgeLocation}
        error={messageOf("acknowledgeLocation")}
        onChange={(event) => change({ acknowledgeLocation: event.target.checked }, ["acknowledgeLocation"])}
      />
    </Section>
  );
}

/** What is safe about the payment, and where changes and refunds are explained. */
function Assurance({ checkout, facts, card, onShow }: Omit<SectionsProps, "cart"> & { onShow: () => void }) {
  const t = useText(checkoutTexts, paymentTexts);
  if (facts.free) return null;
  const method = facts.paymentMethods.find(({ id }) => id === checkout.values.paymentMethodId);
  const safe = chosenCard(facts.savedCards, card) ? "payment.secure-saved" : "checkout.card-safe";
  return (
    <p className="flex items-start gap-2 px-1 text-sm text-ink-2">
      <Icon name="lock" size={20} />
      <span>
        {method && isPaidByCard(method, facts) ? `${t(safe)} ` : null}
        {t("checkout.refunds-before")}{" "}
        <TermsLink href={routes.terms()} onShow={onShow}>
          {t("checkout.refunds-link")}
        </TermsLink>
        {t("checkout.refunds-after")}
      </span>
    </p>
  );
}

/** Opens the terms in a dialog. With a modifier key the browser opens them in a new tab or window. */
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
