import type { Metadata } from "next";
import { readOverrides, readSettings } from "@/api/server";
import { CheckoutScreen } from "@/features/checkout/checkout-screen";
import { readCheckout } from "@/features/checkout/read-checkout";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: createTranslate(await readOverrides(), pageTexts)("page.checkout") };
}

export default async function CheckoutPage() {
  const [{ cart, facts, ordered }, settings] = await Promise.all([readCheckout(), readSettings()]);
  return (
    <CheckoutScreen
      initialCart={cart}
      facts={facts}
      ordered={ordered}
      sessionTimeout={settings.sessionTimeout}
    />
  );
}
