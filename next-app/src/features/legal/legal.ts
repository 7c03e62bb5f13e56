/**
 * The resource ids of the operator's legal texts, whose pages are linked from the footer. The HTML is sanitised at
 * import, like every text whose id ends with `Html`.
 */
export const legalResources = {
  privacy: "frame.privacyPolicyHtml",
  use: "frame.termsOfUseHtml",
} as const;

export type LegalKind = keyof typeof legalResources;

/** The texts that describe the pages in search results. */
export const legalDescriptions = {
  privacy: "legal.privacy-description",
  use: "legal.use-description",
} as const satisfies Record<LegalKind, string>;

export const legalTitles = {
  privacy: "frame.privacy-policy",
  use: "frame.terms-of-use",
} as const satisfies Record<LegalKind, string>;
