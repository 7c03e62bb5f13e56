import type { BundleStep } from "@/api/types";
import { bundleTexts } from "@/text/areas/bundle";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { PartPrice } from "./part-price";

/** The parts that the bundle always contains. They are not shown as steps, but the total includes their prices. */
export function Included({ steps }: { steps: BundleStep[] }) {
  const t = useText(bundleTexts, productTexts);
  const parts = steps.flatMap(({ products }) =>
    products.flatMap((product) => product.variants.map((variant) => ({ product, variant }))),
  );
  if (parts.length === 0) return null;
  return (
    <section aria-label={t("bundle.included")} className="py-3 text-sm">
      <h3 className="font-semibold text-ok">{t("bundle.included")}</h3>
      <ul>
        {parts.map(({ product, variant }) => (
          <li key={variant.extProductVariantId}>
            {product.displayName}, {variant.displayName}
            <PartPrice t={t} variant={variant} times={[]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
