import type { Metadata } from "next";
import { notFound } from "next/navigation";
import {
  readNextPerformance,
  readOverrides,
  readProduct,
  readProductDates,
  readProductWithCode,
  readSettings,
  readWeeks,
} from "@/api/server";
import { productMetadata } from "@/features/single-product/metadata";
import { ProductView } from "@/features/single-product/product-view";
import { productData, scriptText } from "@/features/single-product/structured-data";
import { addDays, parseDay, sundayOf } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { codeSale, publicSale } from "@/parts/performance-picker/sale";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { offerTexts } from "@/text/areas/offer";
import { productTexts } from "@/text/areas/product";
import { sayer } from "@/text/texts";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = decodeURIComponent((await params).id);
  const [product, settings] = await Promise.all([readProduct(id), readSettings()]);
  return product ? productMetadata(product, settings) : {};
}

export default async function DynamicProductPage({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const { starting, view, promotionCode } = await searchParams;
  const code = typeof promotionCode === "string" ? promotionCode.trim() : "";
  const first = typeof starting === "string" && parseDay(starting) ? starting : null;
  const [{ product, problem }, settings, overrides] = await Promise.all([
    code
      ? readProductWithCode(id, code)
      : readProduct(id).then((found) => ({ product: found, problem: null })),
    readSettings(),
    readOverrides(),
  ]);
  // The proxy has answered already for what has no weeks; this is the one that ended in between.
  if (!product?.hasPerformances || product.hasPlaces) notFound();
  const minimum = first !== null && first > product.firstDate ? first : product.firstDate;
  const ends = [addDays(product.firstDate, settings.dpLookAheadDays - 1), product.lastDate];
  const [maximum = product.lastDate] = ends.sort();
  const [dates, days] = await Promise.all([
    readProductDates(product.id, first),
    readWeeks(product.id, sundayOf(minimum), addDays(sundayOf(minimum), 13)),
  ]);
  const next = await readNextPerformance(product.id, dates);
  const base = settings.publicUrl;
  const url = new URL(routes.product(product), base).href;
  const isCodeGood = code !== "" && !problem;

  return (
    <>
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{
          __html: scriptText(productData({ product, dates, next, url, seller: settings.webSiteName, base })),
        }}
      />
      <ProductView
        t={sayer(overrides, alertTexts, capacityTexts, offerTexts, productTexts)}
        product={product}
        dates={dates}
        starting={first}
        // With a code the days have other prices, which the browser asks for.
        week={{ days: isCodeGood ? [] : days, minimum, maximum, list: view === "list" }}
        sale={isCodeGood ? codeSale(code) : publicSale}
        problem={problem}
      />
    </>
  );
}
