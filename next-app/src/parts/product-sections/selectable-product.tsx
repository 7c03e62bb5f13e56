import type { CartItem, Product, SaleState, Variant } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import { VariantRow } from "@/parts/buy-panel/variant-row";
import { countInCart } from "@/parts/cart-lines/count-in-cart";
import { SpanPrice } from "@/parts/price/from-price";
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
  /** Why the product cannot be bought on any day, if it cannot. */
  state?: SaleState;
  /** Called when the pointer or focus reaches a button, to load early what the button opens. */
  onApproach: () => void;
  /** Selects a variant, or the product as a whole if `variantId` is null. */
  onSelect: (variantId: string | null) => void;
};

const stateTexts = { soldOut: "multi.sold-out", ended: "multi.ended" } as const;

/**
 * A product with its variants, each with a button. If the operator hides the variants, one button selects the product.
 */
export function SelectableProduct(props: Props) {
  const { product, first, wide, state } = props;
  const t = useText(multiTexts, productTexts);
  const name = product.productDisplayName;
  const range = priceSpan(product.variants);

  return (
    <ProductCard product={product} first={first} wide={wide}>
      {state === "soldOut" || state === "ended" ? (
        <p className="pt-3 font-semibold">{t(stateTexts[state])}</p>
      ) : product.hideVariantsInMultiProductView ? (
        <div className="flex items-start justify-between gap-4 pt-3">
          <p className="min-h-11 content-center">
            {range ? <SpanPrice t={t} span={range} className="text-lg font-bold" /> : null}
          </p>
          <Selection
            {...props}
            label={t("multi.select-product", { product: name })}
            variants={product.variants}
            variantId={null}
          />
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
              <Selection
                {...props}
                label={t("multi.select-of", { variant: ticketName(variant), product: name })}
                variants={[variant]}
                variantId={variant.extProductVariantId}
              />
            </VariantRow>
          ))}
        </ul>
      )}
    </ProductCard>
  );
}

export type SelectionProps = Pick<
  Props,
  "product" | "items" | "promotionCode" | "signIn" | "onApproach" | "onSelect"
> & {
  label: string;
  /** The variants that the button selects. */
  variants: Variant[];
  /** The id of the variant that the button selects; null if it selects the product as a whole. */
  variantId: string | null;
};

/** The button that selects variants, or the link to sign in first, and how many of them are in the cart. */
export function Selection({
  product,
  items,
  promotionCode,
  signIn,
  label,
  variants,
  variantId,
  onApproach,
  onSelect,
}: SelectionProps) {
  const t = useText(multiTexts);
  const variantIds = variants.map((variant) => variant.extProductVariantId);
  const count = countInCart(items, variantIds, promotionCode);
  return (
    <div className="grid flex-none justify-items-end gap-1">
      {signIn ? (
        <SignInLink href={signIn} product={product} />
      ) : (
        <Button
          appearance="secondary"
          aria-label={label}
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
}
