import type { Metadata } from "next";
import { fetchOnSale, fetchOverrides, fetchPassLevels, fetchSettings } from "@/api/server";
import { PassLevels } from "@/features/pass-levels/pass-levels";
import { pageMetadata } from "@/lib/page-metadata";
import { routes } from "@/lib/routes";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import { homeTexts } from "@/text/areas/home";
import { passLevelsTexts } from "@/text/areas/pass-levels";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";

export const kind = "public";

export async function generateMetadata(): Promise<Metadata> {
  const [sites, settings, overrides] = await Promise.all([
    fetchPassLevels(),
    fetchSettings(),
    fetchOverrides(),
  ]);
  const t = createTranslate(overrides, passLevelsTexts);
  return pageMetadata({
    title: t("pass-levels.title"),
    description: t("pass-levels.intro"),
    path: routes.passes(),
    siteName: settings.webSiteName,
    picture: sites[0]?.levels[0]?.image?.shareUrl,
  });
}

export default async function PassesPage() {
  const [sites, { tagPages }, overrides] = await Promise.all([
    fetchPassLevels(),
    fetchOnSale(),
    fetchOverrides(),
  ]);
  return (
    <PassLevels
      t={createTranslate(overrides, cheaperSaleTexts, homeTexts, passLevelsTexts, productTexts)}
      sites={sites}
      offers={tagPages.filter(({ sellsPasses }) => sellsPasses)}
    />
  );
}
