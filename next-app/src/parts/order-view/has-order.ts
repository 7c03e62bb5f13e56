import "server-only";
import { visitorApi } from "@/api/server";

/** Whether this visitor's session has an order for the confirmation page. */
export async function hasOrder(): Promise<boolean> {
  const { response } = await (await visitorApi()).GET("/order/details");
  return response.ok;
}
