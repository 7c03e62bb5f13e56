import type { Metadata } from "next";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { DemographicsScreen } from "@/features/pass-demographics/demographics-screen";
import { fetchDemographics } from "@/features/pass-demographics/fetch-demographics";
import { fromCart, routes } from "@/lib/routes";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.pass-demographics"),
    robots: { index: false },
  };
}

type Props = { searchParams: Promise<{ [fromCart.name]?: string | string[] }> };

export default async function PassDemographicsPage({ searchParams }: Props) {
  const isFromCart = (await searchParams)[fromCart.name] === fromCart.value;
  const account = await signedIn(isFromCart ? routes.passDemographicsFromCart() : routes.passDemographics());
  const [{ passes, ...page }, { sessionTimeout }] = await Promise.all([
    fetchDemographics(account),
    fetchSettings(),
  ]);
  return (
    <>
      <NeedsScript text="no-script.passes" next="account" />
      <DemographicsScreen
        initial={passes}
        {...page}
        isFromCart={isFromCart}
        sessionTimeout={sessionTimeout}
      />
    </>
  );
}
