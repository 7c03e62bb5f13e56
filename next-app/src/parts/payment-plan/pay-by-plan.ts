import type { Api } from "@/api/call";

/** The call that chooses the cart's payment plan, or the full price. */
export const payByPlan = (byPlan: boolean) => (api: Api) =>
  byPlan ? api.POST("/cart/set-installment-billing") : api.POST("/cart/clear-installment-billing");
