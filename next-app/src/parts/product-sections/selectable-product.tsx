import type { CartItem, Product, Variant } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import { VariantRow } from "@/parts/buy-panel/variant-row";
import { countInCart } from "@/parts/cart-lines/count-in-cart";
import { FromPrice } from "@/parts/price/from-price";
import { priceSpan } from "@/parts/price/price-span";
import { SignInLink } from "@/parts/signed-in/sign-in-link";
import { multiTexts } from "@/text/areas/multi";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { ProductCard } from "./product-card";

type Props = {
  product: Product;
  /** The items in the cart. */
  items: CartItem[];
  /** The promotion code of this sale. */
  promotionCode?: string;
  first: boolean;
  /** Whether the card has the full width. */
  wide: boolean;
  /** The sign-in link for a guest, if the product requires sign-in. */
  signIn: string | null;
  /** Called when the pointer or focus comes near a button. */
  onApproach: () => void;
  /** Null selects the product as a whole. */
  onSelect: (variantId: string | null) => void;
};

/**
 * A product with its variants, each with a button. If the operator hides the variants, one button selects the product.
 */
export function SelectableProduct({
  product,
  items,
  promotionCode,
  first,
  wide,
  signIn,
  onApproach,
  onSelect,
}: Props) {
  const t = useText(multiTexts, productTexts);
  const range = priceSpan(product.variants);

  const select = (name: string, variants: Variant[], variantId: string | null) => {
    const count = countInCart(
      items,
      variants.map((variant) => variant.extProductVariantId),
      promotionCode,
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
    <ProductCard product={product} first={first} wide={wide}>
      {product.hideVariantsInMultiProductView ? (
        <div className="flex items-start justify-between gap-4 pt-3">
          <p className="min-h-11 content-center">
            {range ? (
              <FromPrice
                t={t}
                lowest={range.lowest}
                highest={range.highest}
                isFrom={range.lowest < range.highest}
                className="text-lg font-bold"
              />
            ) : null}
          </p>
          {select(t("multi.select-product", { product: product.productDisplayName }), product.variants, null)}
        </div>
      ) : (
        <ul className="pt-2">
          {product.variants.map((variant) => (
            <VariantRow
              key={variant.extProductVariantId}
              t={t}
              variant={variant}
              isPackage={product.isPackage}
            >
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
    </ProductCard>
  );
}
