import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { outcomeOf } from "@/api/outcome";
import { fetchOverrides, visitorApi } from "@/api/server";
import type { Order } from "@/api/types";
import { ConfirmationScreen } from "@/features/confirmation/confirmation-screen";
import { pack } from "@/lib/packed";
import { routes } from "@/lib/routes";
import { OrderError } from "@/parts/order-view/order-error";
import { withTickets } from "@/parts/order-view/with-tickets";
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
  const found = await withTickets(outcomeOf<Order>(await api.GET("/order/details"), ""), async () =>
    outcomeOf<string>(await api.GET("/order/digital-tickets", { parseAs: "text" }), ""),
  );
  if (!found.ok && found.status === 404) redirect(routes.cartRerouted());
  return found.ok ? <ConfirmationScreen page={pack(found.answer)} /> : <OrderError message={found.message} />;
}
