"use client";

import { addressLines } from "@/lib/address-lines";
import { type AddressField, addressFields, type TypedAddress } from "@/lib/address-rules";
import { AddressForm, AddressText } from "@/parts/address-form/address-form";
import { EmailField } from "@/parts/email-field/email-field";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";
import { Checkbox } from "@/ui/field";
import {
  type CheckoutFacts,
  type CheckoutField,
  hasOwnShipping,
  needsShipping,
  shipsToBilling,
} from "./checkout-form";
import { FoldedFields } from "./folded-fields";
import { Section } from "./section";
import type { CheckoutForm } from "./use-checkout-form";

type Props = { checkout: CheckoutForm; facts: CheckoutFacts };

/** `faults` are the fields whose values are missing or wrong. */
type FoldableProps = Props & { faults: CheckoutField[] };

/** Whether these fields, or sections of fields, have neither missing nor wrong values. */
function isComplete({ entries }: CheckoutForm, faults: CheckoutField[], places: string[]): boolean {
  const isHere = (field: string) => places.includes(field.split(".")[0] ?? "");
  return !faults.some(isHere) && !entries.some(({ field }) => isHere(field));
}

function contactLines({ firstName, lastName, phoneNumber }: TypedAddress): string[] {
  return [`${firstName} ${lastName}`, phoneNumber];
}

/** The field for the e-mail address. For a free cart, also the fields for the name and the phone number. */
export function ContactSection({ checkout, facts, faults }: FoldableProps) {
  const t = useText(checkoutTexts);
  const { values, messageOf, change, leave, save } = checkout;
  return (
    <Section title={t("checkout.contact-title")} onLeave={save}>
      <FoldedFields
        isComplete={isComplete(checkout, faults, facts.free ? ["emailAddress", "billing"] : ["emailAddress"])}
        lines={[values.emailAddress, ...(facts.free ? contactLines(values.billing) : [])]}
      >
        <EmailField
          name="emailAddress"
          label={t("checkout.email-label")}
          hint={t("checkout.email-hint")}
          autoComplete="email"
          value={values.emailAddress}
          error={messageOf("emailAddress")}
          onChange={(event) => change({ emailAddress: event.target.value }, ["emailAddress"])}
          onBlur={() => leave("emailAddress")}
        />
        {facts.free ? (
          <div className="pt-4">
            <AddressForm {...addressProps("billing", checkout, facts)} contact />
          </div>
        ) : null}
      </FoldedFields>
    </Section>
  );
}

/** The fields of the billing address. Renders nothing for a free cart, which needs no billing address. */
export function BillingSection({ checkout, facts, faults }: FoldableProps) {
  const t = useText(checkoutTexts);
  if (facts.free) return null;
  const { billing } = checkout.values;
  const lines = addressLines(billing, facts.countries, facts.states).map(([, text]) => text);
  return (
    <Section title={t("checkout.billing-title")} onLeave={checkout.save}>
      <FoldedFields
        isComplete={isComplete(checkout, faults, ["billing"])}
        lines={[...lines, billing.phoneNumber]}
      >
        <AddressForm {...addressProps("billing", checkout, facts)} />
      </FoldedFields>
    </Section>
  );
}

/** The shipping address, if the chosen delivery method needs one. */
export function ShippingSection({ checkout, facts }: Props) {
  const t = useText(checkoutTexts);
  const { setValue, values, change, save } = checkout;
  if (!needsShipping(values, facts)) return null;

  function changeSameAsBilling(same: boolean) {
    // The fields start with a copy of the billing address, because that is quicker to edit than an empty form.
    if (!same && !hasOwnShipping(values)) setValue("shipping", values.billing);
    change({ sameAsBilling: same }, []);
  }

  const shipping = addressProps("shipping", checkout, facts);
  return (
    <Section title={t("checkout.shipping-title")} onLeave={save}>
      <div className="grid gap-4">
        {facts.free ? null : (
          <Checkbox
            name="sameAsBilling"
            label={t("checkout.same-as-billing")}
            checked={values.sameAsBilling}
            onChange={(event) => changeSameAsBilling(event.target.checked)}
          />
        )}
        {shipsToBilling(values, facts) ? (
          <>
            <AddressText value={values.billing} countries={facts.countries} states={facts.states} />
            <AddressForm {...shipping} value={values.billing} errors={{}} disabled />
          </>
        ) : (
          <AddressForm {...shipping} />
        )}
      </div>
    </Section>
  );
}

/** Connects the fields of an address to the form. */
function addressProps(
  section: "billing" | "shipping",
  { values, messageOf, change, leave }: CheckoutForm,
  { countries, states }: CheckoutFacts,
) {
  return {
    section,
    value: values[section],
    errors: Object.fromEntries(
      addressFields.map((field) => [field, messageOf(`${section}.${field}`)]),
    ) as Partial<Record<AddressField, string>>,
    countries,
    states,
    onChange: (value: TypedAddress, field: AddressField) =>
      change(
        { [section]: value },
        changedWith(field).map((part) => `${section}.${part}` as const),
      ),
    onLeave: (field: AddressField) => leave(`${section}.${field}`),
  };
}

/**
 * A field and the fields whose rules depend on it: the rules for phone, state and postal code depend on the country.
 */
function changedWith(field: AddressField): readonly AddressField[] {
  return field === "countryId" ? ["countryId", "phoneNumber", "stateProvinceId", "zipCode"] : [field];
}
