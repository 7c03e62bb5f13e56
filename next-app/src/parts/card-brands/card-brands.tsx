import { cardBrandTexts } from "@/text/areas/card-brands";
import { useText } from "@/text/use-text";
import { BrandMark } from "./brand-mark";

/** The card brands that the shop accepts, as the operator's text lists them. Renders nothing for an empty list. */
export function CardBrands() {
  const t = useText(cardBrandTexts);
  const brands = t("card-brands.accepted")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (brands.length === 0) return null;
  return (
    <ul aria-label={t("card-brands.label")} className="flex flex-wrap items-center gap-2 text-ink-2">
      {brands.map((name) => (
        <li key={name} className="flex">
          <BrandMark name={name} />
        </li>
      ))}
    </ul>
  );
}
