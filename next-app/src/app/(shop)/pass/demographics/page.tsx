import type { Metadata } from "next";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { DemographicsScreen } from "@/features/pass-demographics/demographics-screen";
import { fetchDemographics } from "@/features/pass-demographics/fetch-demographics";
import { routes } from "@/lib/routes";
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

export default async function PassDemographicsPage() {
  const account = await signedIn(routes.passDemographics());
  const [{ passes, states, own }, { sessionTimeout }] = await Promise.all([
    fetchDemographics(account),
    fetchSettings(),
  ]);
  return (
    <>
      <NeedsScript text="no-script.passes" next="account" />
      <DemographicsScreen initial={passes} states={states} own={own} sessionTimeout={sessionTimeout} />
    </>
  );
}
