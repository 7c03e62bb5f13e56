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
  const outcome = outcomeOf<Cart>(await api.GET("/cart"), "");
  if (!outcome.ok) throw new Error(`cart: the API answered ${outcome.status} ${outcome.message}`);
  const { cartEmpty } = outcome.answer;
  const rerouted = reroute === "true";
  const [crossSells, ordered] = await Promise.all([
    cartEmpty ? [] : fetchCrossSells(),
    cartEmpty && rerouted && hasOrder(),
  ]);
  return <CartPage page={pack({ initial: outcome.answer, crossSells, rerouted, ordered })} />;
}
