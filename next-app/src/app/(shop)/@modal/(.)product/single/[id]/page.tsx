import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchIsSignedIn, fetchOverrides } from "@/api/server";
import { ProductModal } from "@/features/single-product/product-modal";
import { ProductView } from "@/features/single-product/product-view";
import {
  chosenIn,
  closed,
  datesOf,
  earlyAccess,
  findProduct,
  nextOf,
  type SingleProductPageProps,
  singleProductMetadata,
  stateOf,
  variantIn,
} from "@/features/single-product/single-page";
import { dayOfQuery } from "@/lib/dates";
import { pack } from "@/lib/packed";
import { withQuery } from "@/lib/return-url";
import { routes } from "@/lib/routes";
import { styleKey } from "@/lib/style-key";
import { alertTexts } from "@/text/areas/alert";
import { promotionTexts } from "@/text/areas/promotion";
import { createTranslate } from "@/text/texts";

/** The title of the browser's tab is that of the product while its dialog is open. */
export async function generateMetadata({ params, searchParams }: SingleProductPageProps): Promise<Metadata> {
  const { title } = await singleProductMetadata({
    id: decodeURIComponent((await params).id),
    query: await searchParams,
  });
  return { title };
}

/** Shows the single product page in a dialog when it is opened from a different page of the shop. */
export default async function SingleProductModal({ params, searchParams }: SingleProductPageProps) {
  const id = decodeURIComponent((await params).id);
  const query = await searchParams;
  const starting = dayOfQuery(query.starting);
  const input = { id, query };
  const [found, overrides] = await Promise.all([findProduct(input), fetchOverrides()]);
  const { product, problem, sale } = found;
  if (!product) return null;
  const path = routes.singleProduct(product.id);
  if (product.requiresLoginChallenge && !(await fetchIsSignedIn()))
    redirect(routes.smartLogin(withQuery(path, query)));
  const [dates, state] = await Promise.all([
    datesOf(product, starting, sale),
    stateOf(product, starting, sale),
  ]);
  return (
    <ProductModal
      path={path}
      title={product.productDisplayName}
      theme={product.site?.cssKey ? styleKey(product.site.cssKey) : undefined}
    >
      <ProductView
        page={pack({
          product,
          dates,
          starting,
          day: chosenIn(query, product),
          variant: variantIn(query, product),
          next: await nextOf(product, starting, sale, dates),
          sale,
          problem: product.hasAdvanceCode ? null : problem,
        })}
        closed={closed({ product, state }, overrides)}
        early={earlyAccess(input, found, path, createTranslate(overrides, alertTexts, promotionTexts))}
        inModal
      />
    </ProductModal>
  );
}
