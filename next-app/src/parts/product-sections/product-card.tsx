import type { CartItem, Product, Variant } from "@/api/types";
import { formatDay } from "@/lib/dates";
import { styleKey } from "@/lib/style-key";
import { ticketName } from "@/lib/ticket-name";
import { VariantRow } from "@/parts/buy-panel/variant-row";
import { countInCart } from "@/parts/cart-lines/count-in-cart";
import { priceSpan } from "@/parts/price/price-span";
import { priceWords } from "@/parts/price/price-words";
import { SignInLink } from "@/parts/signed-in/sign-in-link";
import { multiTexts } from "@/text/areas/multi";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Disclosure } from "@/ui/disclosure";
import { Picture } from "@/ui/picture";

type Props = {
  product: Product;
  /** What is in the cart. */
  items: CartItem[];
  first: boolean;
  /** Where a guest signs in first, if the product is for those who have. */
  signIn: string | null;
  /** Somebody is about to select. */
  onApproach: () => void;
  /** Null selects the product as a whole. */
  onSelect: (variantId: string | null) => void;
};

/** A product with its variants, each of which can be selected; or the product as a whole, where the operator says so. */
export function ProductCard({ product, items, first, signIn, onApproach, onSelect }: Props) {
  const t = useText(multiTexts, productTexts);
  const [picture] = product.productImages;
  const range = priceSpan(product.variants);

  const select = (name: string, variants: Variant[], variantId: string | null) => {
    const count = countInCart(
      items,
      variants.map((variant) => variant.extProductVariantId),
    );
    return (
      <div className="grid flex-none justify-items-end gap-1">
        {signIn ? (
          <SignInLink href={signIn} product={product} />
        ) : (
          <Button
            look="secondary"
            aria-label={name}
            onPointerEnter={onApproach}
            onFocus={onApproach}
            onClick={() => onSelect(variantId)}
          >
            {t("multi.select")}
          </Button>
        )}
        {count > 0 ? (
          <p className="figures text-sm font-semibold text-ok">{t("multi.in-cart", { count })}</p>
        ) : null}
      </div>
    );
  };

  return (
    <article
      className={`${product.site?.cssKey ? styleKey(product.site.cssKey) : ""} card flex h-full flex-col overflow-hidden`}
    >
      {picture ? (
        <Picture
          picture={picture}
          decorative
          first={first}
          sizes="(min-width: 1264px) 390px, (min-width: 640px) 50vw, calc(100vw - 2rem)"
          className="aspect-3/2 w-full"
        />
      ) : null}
      <div className="flex flex-1 flex-col gap-1.5 p-4 sm:p-5">
        <h3 className="text-lg leading-snug">{product.productDisplayName}</h3>
        {product.productShortDescription ? (
          <p className="text-ink-2">{product.productShortDescription}</p>
        ) : null}
        {product.productDisclaimer ? (
          <div className="text-sm text-ink-2">
            <Disclosure title={t("multi.conditions")}>{product.productDisclaimer}</Disclosure>
          </div>
        ) : null}
        {product.onSaleFrom ? (
          <p className="text-sm">
            {t("product.on-sale-from", { date: formatDay(product.onSaleFrom.slice(0, 10)) })}
          </p>
        ) : null}
        {product.hideVariantsInMultiProductView ? (
          <div className="mt-auto flex items-start justify-between gap-4 pt-3">
            <p className="min-h-11 content-center">
              {range && range.lowest < range.highest ? (
                <span className="text-sm text-ink-2">{t("product.from")} </span>
              ) : null}
              {range ? (
                <span className="figures text-lg font-bold">{priceWords(t, range.lowest)}</span>
              ) : null}
            </p>
            {select(
              t("multi.select-product", { product: product.productDisplayName }),
              product.variants,
              null,
            )}
          </div>
        ) : (
          <ul className="mt-auto pt-2">
            {product.variants.map((variant) => (
              <VariantRow key={variant.extProductVariantId} t={t} variant={variant}>
                {select(
                  t("multi.select-of", {
                    variant: ticketName(variant),
                    product: product.productDisplayName,
                  }),
                  [variant],
                  variant.extProductVariantId,
                )}
              </VariantRow>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}
