import type { Metadata } from "next";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { CheckoutPage } from "@/features/checkout/checkout-screen";
import { fetchCheckout } from "@/features/checkout/fetch-checkout";
import { pack } from "@/lib/packed";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export const kind = "card";

export async function generateMetadata(): Promise<Metadata> {
  return { title: createTranslate(await fetchOverrides(), pageTexts)("page.checkout") };
}

export default async function Page() {
  const [{ cart, facts, places, ordered }, settings] = await Promise.all([fetchCheckout(), fetchSettings()]);
  const { sessionTimeout } = settings;
  return (
    <>
      <NeedsScript text="no-script.pay" next="cart" />
      <CheckoutPage page={pack({ initialCart: cart, facts, ordered, sessionTimeout })} places={places} />
    </>
  );
}
