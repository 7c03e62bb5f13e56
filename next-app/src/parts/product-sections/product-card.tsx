"use client";

import type { ReactNode } from "react";
import type { Product } from "@/api/types";
import { formatDayAndTime } from "@/lib/dates";
import { styleKey } from "@/lib/style-key";
import { OrderFees } from "@/parts/price/order-fees";
import { multiTexts } from "@/text/areas/multi";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { Disclosure } from "@/ui/disclosure";
import { Picture } from "@/ui/picture";

type Props = {
  product: Product;
  /** Whether the product's picture is loaded with high priority. */
  first: boolean;
  /** Full width with the picture beside the text, for cards with a wide list below. */
  wide?: boolean;
  /** The controls that select the product. */
  children: ReactNode;
};

/** A product of a list, in the colours of its site. */
export function ProductCard({ product, first, wide = false, children }: Props) {
  const t = useText(multiTexts, productTexts);
  const [picture] = product.productImages;
  return (
    <article
      className={`${product.site?.cssKey ? styleKey(product.site.cssKey) : ""} card flex flex-col overflow-hidden ${wide ? "" : "h-full"}`}
    >
      {/* On phones the picture is small and beside the text, so that the choices are near the top. */}
      <header className={`max-sm:flex ${wide ? "sm:grid sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]" : ""}`}>
        {picture ? (
          <Picture
            picture={picture}
            decorative
            first={first}
            sizes={
              wide
                ? "(min-width: 640px) 224px, 6.5rem"
                : "(min-width: 1264px) 390px, (min-width: 640px) 50vw, 6.5rem"
            }
            className={`w-26 flex-none object-cover sm:aspect-3/2 sm:w-full ${wide ? "sm:h-full" : ""}`}
          />
        ) : null}
        <div className={`grid min-w-0 flex-1 content-start gap-1.5 p-3 sm:p-5 ${wide ? "" : "sm:pb-0"}`}>
          <h3 className="text-lg leading-snug">{product.productDisplayName}</h3>
          {product.productShortDescription ? (
            <p className="text-ink-2">{product.productShortDescription}</p>
          ) : null}
          <OrderFees t={t} fees={product.orderFees} />
          {product.productDisclaimer ? (
            <div className="text-sm text-ink-2">
              <Disclosure title={t("multi.conditions")}>{product.productDisclaimer}</Disclosure>
            </div>
          ) : null}
          {product.onSaleFrom ? (
            <p className="text-sm">
              {t("product.on-sale-from", { date: formatDayAndTime(product.onSaleFrom) })}
            </p>
          ) : null}
        </div>
      </header>
      {/* A single button is at the card's end, aligned with the buttons beside it. A list begins below the text. */}
      <div
        className={classNames(
          wide ? "border-t border-line px-4 sm:px-5" : "px-4 pb-4 sm:px-5 sm:pb-5",
          product.hideVariantsInMultiProductView && "mt-auto",
        )}
      >
        {children}
      </div>
    </article>
  );
}
