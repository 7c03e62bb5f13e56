import { type AddressField, addressFields, contactFields } from "@/lib/address-rules";
import { addressLabel } from "@/parts/address-form/address-form";
import type { TextIdOf, Translate } from "@/text/texts";
import { type CheckoutFacts, type CheckoutField, type CheckoutValues, shippingOf } from "./checkout-form";

/** The fields in the order of the page. */
export const fieldOrder = ({ questions }: CheckoutFacts): CheckoutField[] => [
  "deliveryMethodId",
  "paymentMethodId",
  "emailAddress",
  ...addressFields.map((field) => `billing.${field}` as const),
  ...addressFields.map((field) => `shipping.${field}` as const),
  ...questions.map(({ key }) => `answers.${key}` as const),
  "acceptInstallmentTerms",
  "acceptTerms",
  "acknowledgeLocation",
];

/** The fields that a free cart does not ask for. */
export const paidFields: CheckoutField[] = [
  "paymentMethodId",
  "acknowledgeLocation",
  ...addressFields
    .filter((field) => !contactFields.some((contactField) => contactField === field))
    .map((field) => `billing.${field}` as const),
];

/** The titles of the fields outside the addresses. */
const sectionTitles: Partial<Record<CheckoutField, TextIdOf<"checkout">>> = {
  deliveryMethodId: "checkout.delivery-title",
  paymentMethodId: "checkout.payment-title",
  acceptInstallmentTerms: "checkout.installment-terms-needed",
  acceptTerms: "checkout.terms-title",
  acknowledgeLocation: "checkout.location-title",
};

type TranslateCheckout = Translate<"address" | "checkout">;

/**
 * The label of the e-mail, an address field or an answer; null for other choices and checkboxes, whose messages name
 * them.
 */
export function labelOf(
  field: CheckoutField,
  values: CheckoutValues,
  facts: CheckoutFacts,
  t: TranslateCheckout,
): string | null {
  const [section, part] = field.split(".");
  if (field === "emailAddress") return t("checkout.email-label");
  if (!part) return null;
  if (section === "answers") return answerLabel(part, facts);
  const { countryId } = section === "shipping" ? shippingOf(values, facts) : values.billing;
  const name = t(addressLabel(part as AddressField, countryId));
  return section === "shipping" ? t("checkout.shipping-field", { name }) : name;
}

/** A question with the ticket that it is about, without a period. Of a long one, such as a consent, the beginning. */
function answerLabel(key: string, { questions }: CheckoutFacts): string {
  const { ticket, label } = questions.find((question) => question.key === key) ?? { label: "" };
  const short =
    label.length > longestLabel ? `${label.slice(0, longestLabel).trimEnd()}…` : label.replace(/\.$/, "");
  return ticket ? `${ticket}: ${short}` : short;
}

const longestLabel = 60;

/** Whether something was typed into the field. A checkbox and a choice are never filled in with something wrong. */
export function isFilled(field: CheckoutField, values: CheckoutValues): boolean {
  if (field === "emailAddress") return values.emailAddress.trim() !== "";
  const [section, part] = field.split(".");
  if (section === "answers") return Boolean(values.answers[part ?? ""]?.trim());
  if (section !== "billing" && section !== "shipping") return false;
  return values[section][part as AddressField].trim() !== "";
}

/** The name of a field that still has to be filled in or corrected. */
export function missingName(
  field: CheckoutField,
  values: CheckoutValues,
  facts: CheckoutFacts,
  t: TranslateCheckout,
): string {
  const title = sectionTitles[field];
  return title ? t(title) : (labelOf(field, values, facts, t) ?? "");
}
