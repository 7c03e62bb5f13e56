import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { LinkedPaymentScreen } from "@/features/account/linked-payment-screen";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export const kind = "card";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.confirm-payment"),
    robots: { index: false },
  };
}

export default function LinkedPaymentPage() {
  return (
    <>
      <NeedsScript text="no-script.payment" next="shop" />
      <LinkedPaymentScreen />
    </>
  );
}
