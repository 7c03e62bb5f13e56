import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { outcomeOf } from "@/api/outcome";
import { readOverrides, visitorApi } from "@/api/server";
import { OrderFault } from "@/parts/order-view/order-fault";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { sayer } from "@/text/texts";
import { TicketsScreen } from "./tickets-screen";

type Props = {
  /** What the id is of: a ticket, or an order. */
  lookup: "/ticket/account/{id}/html" | "/ticket/account-grouping/{id}/html";
  id: string;
  /** The page's own, to come back to. */
  path: string;
};

export async function ticketsMetadata(): Promise<Metadata> {
  return { title: sayer(await readOverrides(), pageTexts)("page.tickets"), robots: { index: false } };
}

/** Tickets of the account that is signed in. */
export async function TicketsPage({ lookup, id, path }: Props) {
  await signedIn(path);
  const api = await visitorApi();
  const raw = await api.GET(lookup, { params: { path: { id } }, parseAs: "text" });
  const found = outcomeOf<string>(raw, "");
  // The proxy has answered already for what this account does not hold.
  if (!found.ok && found.status === 404) notFound();
  return found.ok ? <TicketsScreen html={found.answer} /> : <OrderFault message={found.message} />;
}
