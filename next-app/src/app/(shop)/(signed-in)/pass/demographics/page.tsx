import type { Metadata } from "next";
import { readOverrides, readSettings } from "@/api/server";
import { DemographicsScreen } from "@/features/pass-demographics/demographics-screen";
import { readDemographics } from "@/features/pass-demographics/read-demographics";
import { routes } from "@/lib/routes";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await readOverrides(), pageTexts)("page.pass-demographics"),
    robots: { index: false },
  };
}

export default async function PassDemographicsPage() {
  await signedIn(routes.passDemographics());
  const [{ passes, states }, { sessionTimeout }] = await Promise.all([readDemographics(), readSettings()]);
  return <DemographicsScreen initial={passes} states={states} sessionTimeout={sessionTimeout} />;
}
