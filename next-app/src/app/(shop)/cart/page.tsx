import type { Metadata } from "next";
import { outcomeOf } from "@/api/outcome";
import { fetchOverrides, visitorApi } from "@/api/server";
import type { CartWithCrossSells } from "@/api/types";
import { CartPage } from "@/features/cart/cart-screen";
import { pack } from "@/lib/packed";
import { hasOrder } from "@/parts/order-view/has-order";
import { crossSellSections } from "@/parts/product-sections/fetch-cross-sells";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<{ reroute?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: createTranslate(await fetchOverrides(), pageTexts)("page.cart"), robots: { index: false } };
}

export default async function Page({ searchParams }: Props) {
  const [{ reroute }, api] = await Promise.all([searchParams, visitorApi()]);
  const outcome = outcomeOf<CartWithCrossSells>(await api.GET("/cart/page"), "");
  if (!outcome.ok) throw new Error(`cart: the API answered ${outcome.status} ${outcome.message}`);
  const { cart, crossSells } = outcome.answer;
  const rerouted = reroute === "true";
  const ordered = cart.cartEmpty && rerouted && (await hasOrder());
  const sections = crossSellSections(crossSells);
  return (
    <CartPage
      page={pack({
        initial: cart,
        crossSells: sections,
        rerouted,
        ordered,
      })}
    />
  );
}
