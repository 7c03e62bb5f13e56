"use client";

import { formatDay, unbroken } from "@/lib/dates";
import { listInWords } from "@/lib/list-in-words";
import { formatMoney } from "@/lib/money";
import { CardBrands } from "@/parts/card-brands/card-brands";
import { newCard, shownChoice } from "@/parts/card-dialog/card-choice";
import { savedCardName } from "@/parts/card-name/card-name";
import { cardTexts } from "@/text/areas/card";
import { checkoutTexts } from "@/text/areas/checkout";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Choices } from "@/ui/choices";
import type { CheckoutFacts } from "./checkout-form";
import { isPaidByCard } from "./payment-dialog";
import { Section } from "./section";
import type { CheckoutForm } from "./use-checkout-form";

type Props = { checkout: CheckoutForm; facts: CheckoutFacts };

type PaymentProps = Props & {
  /** The id of the saved card with which the shopper pays, `newCard`, or null before the shopper has chosen. */
  card: string | null;
  onCard: (card: string) => void;
};

/** The delivery methods, and what they are for if tickets come by e-mail, or why other methods are not offered. */
export function DeliverySection({ checkout, facts }: Props) {
  const t = useText(checkoutTexts);
  const { values, messageOf, change, save } = checkout;
  return (
    <Section title={t("checkout.delivery-title")}>
      {facts.deliveryMethods.length === 0 ? <p className="text-ink-2">{t("checkout.no-delivery")}</p> : null}
      {facts.withheld.map(({ name: method, products, tooLateFor }) => (
        <p key={method} className="pb-3 text-sm text-ink-2">
          {tooLateFor
            ? t("checkout.withheld-late", { method, date: unbroken(formatDay(tooLateFor)) })
            : t("checkout.goods", { products: listInWords(products) })}
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
          change({ deliveryMethodId: id }, ["deliveryMethodId"]);
          // The delivery method may change the total, so the summary is updated now.
          save();
        }}
      />
    </Section>
  );
}

/**
 * The payment methods, and the saved cards of a method that is paid by card. Renders nothing for a free cart, which
 * needs no payment.
 */
export function PaymentSection({ checkout, facts, card, onCard }: PaymentProps) {
  const t = useText(cardTexts, checkoutTexts, paymentTexts);
  if (facts.free) return null;
  const method = facts.paymentMethods.find(({ id }) => id === checkout.values.paymentMethodId);
  const cards = method && isPaidByCard(method, facts) ? facts.savedCards : [];
  return (
    <Section title={t("checkout.payment-title")} onLeave={checkout.save}>
      <Choices
        name="paymentMethodId"
        choices={facts.paymentMethods}
        chosen={checkout.values.paymentMethodId}
        error={checkout.messageOf("paymentMethodId")}
        onChoose={(id) => checkout.change({ paymentMethodId: id }, ["paymentMethodId"])}
      />
      {cards.length > 0 ? (
        <fieldset className="mt-4 min-w-0">
          <legend className="pb-2 text-sm font-semibold">{t("payment.pay-with")}</legend>
          <Choices
            name="savedCard"
            choices={[
              ...cards.map((saved) => ({
                id: saved.extAccountStoredPaymentId,
                name: savedCardName(t, saved),
              })),
              { id: newCard, name: t("payment.new-card") },
            ]}
            chosen={shownChoice(cards, card) ?? newCard}
            onChoose={onCard}
          />
        </fieldset>
      ) : null}
      {facts.paymentMethods.some((method) => isPaidByCard(method, facts)) ? (
        <div className="pt-3">
          <CardBrands />
        </div>
      ) : null}
    </Section>
  );
}
