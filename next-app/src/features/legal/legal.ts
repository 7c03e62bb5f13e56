/** The operator's pages that every shop's footer may lead to. HTML, cleaned at import, as every text whose id ends so. */
export const legalResources = {
  privacy: "frame.privacyPolicyHtml",
  use: "frame.termsOfUseHtml",
} as const;

export type LegalKind = keyof typeof legalResources;

export const legalTitles = {
  privacy: "frame.privacy-policy",
  use: "frame.terms-of-use",
} as const satisfies Record<LegalKind, string>;
