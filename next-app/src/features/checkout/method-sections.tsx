"use client";

import { formatDay } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { CardBrands } from "@/parts/card-brands/card-brands";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";
import { Choices } from "@/ui/choices";
import type { CheckoutFacts } from "./checkout-form";
import { isPaidByCard } from "./payment-dialog";
import { Section } from "./section";
import type { CheckoutForm } from "./use-checkout-form";

type Props = { checkout: CheckoutForm; facts: CheckoutFacts };

/** The delivery methods, and the reasons why other methods are not offered. */
export function DeliverySection({ checkout, facts }: Props) {
  const t = useText(checkoutTexts);
  const { values, messageOf, change, save } = checkout;
  return (
    <Section title={t("checkout.delivery-title")}>
      {facts.deliveryMethods.length === 0 ? <p className="text-ink-2">{t("checkout.no-delivery")}</p> : null}
      {facts.withheld.map(({ name: method, products, tooLateFor }) => (
        <p key={method} className="pb-3 text-sm text-ink-2">
          {tooLateFor
            ? t("checkout.withheld-late", { method, date: formatDay(tooLateFor) })
            : t("checkout.withheld", { method, products: new Intl.ListFormat("en-US").format(products) })}
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

/** The payment methods. Renders nothing for a free cart, which needs no payment. */
export function PaymentSection({ checkout, facts }: Props) {
  const t = useText(checkoutTexts);
  if (facts.free) return null;
  return (
    <Section title={t("checkout.payment-title")} onLeave={checkout.save}>
      <Choices
        name="paymentMethodId"
        choices={facts.paymentMethods}
        chosen={checkout.values.paymentMethodId}
        error={checkout.messageOf("paymentMethodId")}
        onChoose={(id) => checkout.change({ paymentMethodId: id }, ["paymentMethodId"])}
      />
      {facts.paymentMethods.some((method) => isPaidByCard(method, facts)) ? (
        <div className="pt-3">
          <CardBrands />
        </div>
      ) : null}
    </Section>
  );
}
