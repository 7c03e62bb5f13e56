import type { ShowCategory } from "@/api/types";
import { capacityAppearance } from "@/lib/capacity";
import type { Translate } from "@/text/texts";
import { Select } from "@/ui/select";
import { capacityText } from "../../capacity/capacity-tag";
import { priceText } from "../../price/price-text";
import { standardPrice } from "../../price/standard-price";

type Props = {
  t: Translate<"capacity" | "product" | "seats">;
  sections: ShowCategory[];
  /** Whether a section has to be chosen, because all of them have places without numbers. */
  placesOnly?: boolean;
  /** The variant whose prices are shown; if absent, the standard variant. */
  variant?: string;
  /** The preferred section of the best seats; null for any. */
  section: string | null;
  onSection: (showCategoryId: string | null) => void;
};

/** Lets the shop choose the best seats, in one section or in any. */
export function BestSeats({ t, sections, placesOnly = false, variant, section, onSection }: Props) {
  const chosen = sections.find(({ showCategoryId }) => showCategoryId === section);
  return (
    <>
      <p className="text-sm text-ink-2">
        {placesOnly || chosen?.isNumbered === false ? t("seats.unnumbered-hint") : t("seats.best-hint")}
      </p>
      {sections.length > 1 || placesOnly ? (
        <Select
          label={t("seats.where")}
          value={section ?? ""}
          onChange={(event) => onSection(event.target.value || null)}
        >
          <option value="">{placesOnly ? t("seats.choose") : t("seats.anywhere")}</option>
          {sections.map((each) => (
            <option
              key={each.showCategoryId}
              value={each.showCategoryId}
              disabled={!capacityAppearance(each.capacityLevelId).selectable}
            >
              {sectionText(t, each, variant)}
            </option>
          ))}
        </Select>
      ) : null}
    </>
  );
}

function sectionText(
  t: Translate<"capacity" | "product" | "seats">,
  area: ShowCategory,
  variant: string | undefined,
): string {
  const { name, capacityLevelId, capacityDescription, prices } = area;
  const price = standardPrice(prices, variant);
  return capacityAppearance(capacityLevelId).selectable && price !== null
    ? t("seats.area", { section: name, price: priceText(t, price.displayPrice) })
    : t("seats.area-state", {
        section: name,
        capacity: capacityText(t, capacityLevelId, capacityDescription),
      });
}
