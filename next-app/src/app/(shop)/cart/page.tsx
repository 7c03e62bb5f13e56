import type { Metadata } from "next";
import { outcomeOf } from "@/api/outcome";
import { fetchOverrides, visitorApi } from "@/api/server";
import type { Cart } from "@/api/types";
import { CartPage } from "@/features/cart/cart-screen";
import { pack } from "@/lib/packed";
import { hasOrder } from "@/parts/order-view/has-order";
import { fetchCrossSells } from "@/parts/product-sections/fetch-cross-sells";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<{ reroute?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: createTranslate(await fetchOverrides(), pageTexts)("page.cart"), robots: { index: false } };
}

export default async function Page({ searchParams }: Props) {
  const [{ reroute }, api] = await Promise.all([searchParams, visitorApi()]);
  const [raw, crossSells] = await Promise.all([api.GET("/cart"), fetchCrossSells()]);
  const outcome = outcomeOf<Cart>(raw, "");
  if (!outcome.ok) throw new Error(`cart: the API answered ${outcome.status} ${outcome.message}`);
  const rerouted = reroute === "true";
  const ordered = outcome.answer.cartEmpty && rerouted && (await hasOrder());
  return <CartPage page={pack({ initial: outcome.answer, crossSells, rerouted, ordered })} />;
}
