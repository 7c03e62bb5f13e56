import type { Metadata } from "next";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { CheckoutScreen } from "@/features/checkout/checkout-screen";
import { fetchCheckout } from "@/features/checkout/fetch-checkout";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export const kind = "card";

export async function generateMetadata(): Promise<Metadata> {
  return { title: createTranslate(await fetchOverrides(), pageTexts)("page.checkout") };
}

export default async function CheckoutPage() {
  const [{ cart, facts, ordered }, settings] = await Promise.all([fetchCheckout(), fetchSettings()]);
  return (
    <CheckoutScreen
      initialCart={cart}
      facts={facts}
      ordered={ordered}
      sessionTimeout={settings.sessionTimeout}
    />
  );
}
