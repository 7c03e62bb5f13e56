import type { Metadata } from "next";
import {
  fetchAcceptsReservations,
  fetchFound,
  fetchOnSale,
  fetchOverrides,
  fetchSaleStates,
  fetchSettings,
} from "@/api/server";
import { OnSale } from "@/features/on-sale/on-sale";
import { routes } from "@/lib/routes";
import { anything, wantedOf } from "@/lib/wanted";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import { findTexts } from "@/text/areas/find";
import { homeTexts } from "@/text/areas/home";
import { pageTexts } from "@/text/areas/page";
import { productTexts } from "@/text/areas/product";
import { promotionTexts } from "@/text/areas/promotion";
import { createTranslate } from "@/text/texts";

export const kind = "public";
export const query = ["from"] as const;

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> };

export async function generateMetadata(): Promise<Metadata> {
  const [settings, overrides] = await Promise.all([fetchSettings(), fetchOverrides()]);
  const t = createTranslate(overrides, homeTexts, pageTexts);
  return {
    title: t("page.default"),
    description: settings.description || t("home.intro"),
    alternates: { canonical: routes.home() },
    openGraph: {
      title: t("home.title"),
      siteName: settings.webSiteName,
      type: "website",
      url: routes.home(),
    },
  };
}

export default async function HomePage({ searchParams }: Props) {
  const { from } = wantedOf(await searchParams);
  const [{ leadPicture, sections, tagPages }, found, settings, states, overrides, reserves] =
    await Promise.all([
      fetchOnSale(),
      fetchFound({ ...anything, from }),
      fetchSettings(),
      fetchSaleStates(),
      fetchOverrides(),
      fetchAcceptsReservations(),
    ]);
  return (
    <OnSale
      t={createTranslate(overrides, cheaperSaleTexts, homeTexts, findTexts, productTexts, promotionTexts)}
      description={settings.description}
      leadPicture={leadPicture}
      found={found}
      sections={sections}
      states={states}
      tagPages={tagPages}
      reserves={reserves}
    />
  );
}
