import type { Metadata } from "next";
import { fetchFound, fetchOverrides, fetchSettings } from "@/api/server";
import { Find, findTitle } from "@/features/find/find";
import { routes } from "@/lib/routes";
import { namedIn, wantedOf } from "@/lib/wanted";
import { accessibilityTexts } from "@/text/areas/accessibility";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import { findTexts } from "@/text/areas/find";
import { homeTexts } from "@/text/areas/home";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";

export const kind = "public";
export const query = [
  "date",
  "words",
  "site",
  "category",
  "audience",
  "accessibility",
  "price",
  "from",
  "page",
] as const;

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const query = await searchParams;
  const [result, settings, overrides] = await Promise.all([
    fetchFound(wantedOf(query)),
    fetchSettings(),
    fetchOverrides(),
  ]);
  const title = findTitle(createTranslate(overrides, findTexts), result);
  return {
    title,
    description: settings.description || undefined,
    alternates: { canonical: routes.find() },
    // Search engines find the products themselves. They are to show this page, but not each of its results.
    robots: Object.keys(query).length > 0 ? { index: false, follow: true } : undefined,
    openGraph: { title, siteName: settings.webSiteName, type: "website", url: routes.find() },
  };
}

export default async function FindPage({ searchParams }: Props) {
  const query = await searchParams;
  const wanted = wantedOf(query);
  const [result, overrides] = await Promise.all([fetchFound(wanted), fetchOverrides()]);
  return (
    <Find
      t={createTranslate(
        overrides,
        findTexts,
        accessibilityTexts,
        alertTexts,
        cheaperSaleTexts,
        homeTexts,
        productTexts,
        capacityTexts,
      )}
      wanted={wanted}
      named={namedIn(query)}
      result={result}
    />
  );
}
