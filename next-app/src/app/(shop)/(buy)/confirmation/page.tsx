import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { outcomeOf } from "@/api/outcome";
import { readOverrides, visitorApi } from "@/api/server";
import type { Order } from "@/api/types";
import { ConfirmationScreen } from "@/features/confirmation/confirmation-screen";
import { OrderFault } from "@/features/confirmation/order-fault";
import { routes } from "@/lib/routes";
import { pageTexts } from "@/text/areas/page";
import { sayer } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: sayer(await readOverrides(), pageTexts)("page.confirmation"), robots: { index: false } };
}

export default async function ConfirmationPage() {
  const api = await visitorApi();
  const order = outcomeOf<Order>(await api.GET("/order/details"), "");
  if (!order.ok && order.status === 404) redirect(routes.cartRerouted());
  if (!order.ok) return <OrderFault message={order.message} />;
  const tickets = order.answer.hasTickets
    ? await api.GET("/order/digital-tickets", { parseAs: "text" })
    : null;
  if (tickets && !tickets.response.ok)
    throw new Error(`tickets: the API answered ${tickets.response.status}`);
  return (
    <ConfirmationScreen
      placed={order.answer}
      ticketsHtml={tickets === null ? null : String(tickets.data ?? "")}
    />
  );
}
