import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { outcomeOf } from "@/api/outcome";
import { fetchOverrides, visitorApi } from "@/api/server";
import { OrderError } from "@/parts/order-view/order-error";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";
import { TicketsScreen } from "./tickets-screen";

type Props = {
  /** The API call for one ticket or for all tickets of an order. */
  lookup: "/ticket/account/{id}/html" | "/ticket/account-grouping/{id}/html";
  id: string;
  /** The path of this page, to return to after sign-in. */
  path: string;
};

export async function ticketsMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.tickets"),
    robots: { index: false },
  };
}

/** Shows tickets of the signed-in account. */
export async function TicketsPage({ lookup, id, path }: Props) {
  await signedIn(path);
  const api = await visitorApi();
  const isOrder = lookup === "/ticket/account-grouping/{id}/html";
  const [raw, order] = await Promise.all([
    api.GET(lookup, { params: { path: { id } }, parseAs: "text" }),
    isOrder ? api.GET("/order/details/my/{id}", { params: { path: { id } } }) : null,
  ]);
  const found = outcomeOf<string>(raw, "");
  // The door has already returned 404 for tickets that this account does not own.
  if (!found.ok && found.status === 404) notFound();
  if (!found.ok) return <OrderError message={found.message} />;
  const files = isOrder ? { orderId: id, hasCalendar: order?.data?.hasCalendar ?? false } : null;
  return <TicketsScreen html={found.answer} files={files} />;
}
