/** The lenders whose page the lender dialog supports. */
export const lenders: readonly string[] = ["sandbox-lender"];
