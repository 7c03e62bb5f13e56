import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { InvalidOrder } from "@/features/order-lookup/invalid-order";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.order"),
    robots: { index: false },
  };
}

/** The page for an order address that contains no order id. */
export default function NoOrderPage() {
  return <InvalidOrder />;
}
