import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { outcomeOf } from "@/api/outcome";
import { fetchOverrides, visitorApi } from "@/api/server";
import type { OrderConfirmation } from "@/api/types";
import { ConfirmationScreen } from "@/features/confirmation/confirmation-screen";
import { fetchAccountState } from "@/features/confirmation/fetch-account-state";
import { pack } from "@/lib/packed";
import { routes } from "@/lib/routes";
import { OrderError } from "@/parts/order-view/order-error";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.confirmation"),
    robots: { index: false },
  };
}

export default async function ConfirmationPage() {
  const api = await visitorApi();
  const found = outcomeOf<OrderConfirmation>(await api.GET("/order/confirmation"), "");
  if (!found.ok && found.status === 404) redirect(routes.cartRerouted());
  if (!found.ok) return <OrderError message={found.message} />;
  const { order, ticketsHtml = null } = found.answer;
  const account = await fetchAccountState(found.answer);
  return <ConfirmationScreen page={pack({ order, ticketsHtml, account })} />;
}
