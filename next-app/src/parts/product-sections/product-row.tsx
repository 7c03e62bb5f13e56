import { SpanPrice } from "@/parts/price/from-price";
import { priceSpan } from "@/parts/price/price-span";
import { multiTexts } from "@/text/areas/multi";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Picture } from "@/ui/picture";
import { Selection, type SelectionProps } from "./selectable-product";

/** A product of a list in one row, for pages whose main content is something else. */
export function ProductRow(props: Omit<SelectionProps, "label" | "variants" | "variantId">) {
  const { product } = props;
  const t = useText(multiTexts, productTexts);
  const range = priceSpan(product.variants);
  const [picture] = product.productImages;
  return (
    <article className="flex items-center gap-4 py-3">
      {picture ? (
        <Picture
          picture={picture}
          decorative
          sizes="56px"
          className="aspect-square w-14 flex-none rounded-button max-sm:hidden"
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <h3 className="text-base leading-snug">{product.productDisplayName}</h3>
        {range ? (
          <p className="text-sm">
            <SpanPrice t={t} span={range} />
          </p>
        ) : null}
      </div>
      <Selection
        {...props}
        label={t("multi.select-product", { product: product.productDisplayName })}
        variants={product.variants}
        variantId={null}
      />
    </article>
  );
}
