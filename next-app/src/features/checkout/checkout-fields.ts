import { addressFields, contactFields } from "@/lib/address-rules";
import type { TextIdOf } from "@/text/texts";
import type { CheckoutField } from "./checkout-form";

/** The fields in the order of the page. */
export const fieldOrder: CheckoutField[] = [
  "deliveryMethodId",
  "paymentMethodId",
  "emailAddress",
  ...addressFields.map((field) => `billing.${field}` as const),
  ...addressFields.map((field) => `shipping.${field}` as const),
  "acceptInstallmentTerms",
  "acceptTerms",
  "acknowledgeLocation",
];

/** The fields that a free cart does not ask for. */
export const paidFields: CheckoutField[] = [
  "paymentMethodId",
  "acknowledgeLocation",
  ...addressFields
    .filter((field) => !contactFields.some((asked) => asked === field))
    .map((field) => `billing.${field}` as const),
];

/** The text that names a field outside the addresses. */
export const sectionTitles: Partial<Record<CheckoutField, TextIdOf<"checkout">>> = {
  deliveryMethodId: "checkout.delivery-title",
  paymentMethodId: "checkout.payment-title",
  emailAddress: "checkout.email-label",
  acceptInstallmentTerms: "checkout.installment-terms-title",
  acceptTerms: "checkout.terms-title",
  acknowledgeLocation: "checkout.location-title",
};
