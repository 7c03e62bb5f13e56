/** Lenders whose page the lender's dialog knows how to talk to. */
export const lenders: readonly string[] = ["sandbox-lender"];
