/** The kinds of terms: the terms of sale and use (`sale`), and the terms of payment plans (`installment`). */
export type TermsKind = "sale" | "installment";

/**
 * The resource id of the operator's terms of sale and use. Its HTML is sanitised at import, like every text whose id
 * ends with `Html`.
 */
export const termsResource = "checkout.termsHtml";

/** The text ids for each kind of terms. */
export const termsTextIds = {
  sale: { page: "checkout.terms-page", missing: "checkout.terms-missing" },
  installment: { page: "checkout.installment-terms-page", missing: "checkout.installment-terms-missing" },
} as const satisfies Record<TermsKind, { page: string; missing: string }>;
