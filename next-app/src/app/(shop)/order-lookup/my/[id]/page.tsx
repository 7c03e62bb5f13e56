import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { outcomeOf } from "@/api/outcome";
import { fetchOverrides, visitorApi } from "@/api/server";
import type { Order, OrderRefunds } from "@/api/types";
import { MyOrderScreen } from "@/features/order-lookup/my-order-screen";
import { routes } from "@/lib/routes";
import { OrderError } from "@/parts/order-view/order-error";
import { withTickets } from "@/parts/order-view/with-tickets";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.order"),
    robots: { index: false },
  };
}

export default async function MyOrderPage({ params }: Props) {
  const id = decodeURIComponent((await params).id);
  await signedIn(routes.myOrder(id));
  const api = await visitorApi();
  const path = { params: { path: { id } } };
  const found = await withTickets(
    outcomeOf<Order>(await api.GET("/order/details/my/{id}", path), ""),
    async () =>
      outcomeOf<string>(await api.GET("/order/digital-tickets/my/{id}", { ...path, parseAs: "text" }), ""),
    async () => outcomeOf<OrderRefunds>(await api.GET("/order/refunds/{id}", path), ""),
  );
  if (!found.ok && found.status === 404) notFound();
  if (!found.ok) return <OrderError message={found.message} />;
  return <MyOrderScreen {...found.answer} newOrders={await fetchNewOrders(found.answer.refunds)} />;
}

/** The account's orders for which tickets were exchanged: their numbers and ids. Empty if they cannot be read. */
async function fetchNewOrders(refunds: OrderRefunds | undefined): Promise<Record<string, string>> {
  const numbers = new Set(refunds?.refunds.flatMap(({ exchangedFor }) => exchangedFor ?? []));
  if (numbers.size === 0) return {};
  const { data = [] } = await (await visitorApi()).GET("/account/order");
  return Object.fromEntries(
    data.flatMap(({ invoiceNumber, id }) => (numbers.has(invoiceNumber) ? [[invoiceNumber, id]] : [])),
  );
}
