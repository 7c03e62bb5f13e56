/** Which terms there are to be accepted: of sale and use, and of payment plans. */
export type TermsKind = "sale" | "installment";

/** The operator's terms of sale and use. HTML, cleaned at import, as every text whose id ends so. */
export const termsResource = "checkout.termsHtml";

/** The words about each kind. */
export const termsTextIds = {
  sale: { page: "checkout.terms-page", missing: "checkout.terms-missing" },
  installment: { page: "checkout.installment-terms-page", missing: "checkout.installment-terms-missing" },
} as const satisfies Record<TermsKind, { page: string; missing: string }>;
