/** The id of the notice about what keeps a cart from being bought, for buttons that cannot be used for that reason. */
export const unmetNoticeId = "cart-unmet";
