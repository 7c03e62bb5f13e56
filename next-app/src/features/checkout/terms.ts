/** The operator's terms of sale and use. HTML, cleaned at import, as every text whose id ends so. */
export const termsResource = "checkout.termsHtml";
