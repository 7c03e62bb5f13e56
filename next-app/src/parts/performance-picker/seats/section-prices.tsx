import { memo } from "react";
import type { SeatState, ShowCategory } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import type { Translate } from "@/text/texts";
import { TextButton } from "@/ui/text-button";
import { priceText } from "../../price/price-text";
import { standardPrice } from "../../price/standard-price";
import { inOrder, rowsOf } from "./plan-geometry";

type Props = {
  t: Translate<"product" | "seats">;
  seats: SeatState[];
  sections: ShowCategory[];
  /** Chooses a section without numbered seats. Absent where only seats can be chosen. */
  onSection?: (showCategoryId: string) => void;
};

/** With more sections than this, those with the same price are listed together. */
const mostSections = 6;

/** The sections with their rows and prices, above the plan, because on the plan their names would cover seats. */
export const SectionPrices = memo(function SectionPrices({ t, seats, sections, onSection }: Props) {
  return (
    <ul aria-label={t("seats.areas")} className="figures max-w-md text-sm">
      {entriesOf(sections).map((entry) => {
        const [section, ...others] = entry;
        if (!section) return null;
        const { showCategoryId, name, prices, isNumbered } = section;
        const price = standardPrice(prices);
        return (
          <li key={showCategoryId} className="flex items-baseline justify-between gap-x-4">
            <span>
              {others.length > 0
                ? inOrder(entry.map((each) => each.name)).join(", ")
                : isNumbered
                  ? nameWithRows(t, seats, section)
                  : t("seats.unnumbered", { section: name })}
            </span>
            {!isNumbered && onSection && isOpenFor(section) ? (
              <TextButton
                aria-label={t("seats.choose-section", { section: name })}
                onClick={() => onSection(showCategoryId)}
              >
                {t("seats.choose")}
              </TextButton>
            ) : null}
            {price ? <span className="font-semibold">{priceText(t, price.displayPrice)}</span> : null}
          </li>
        );
      })}
    </ul>
  );
});

/** The sections that are listed together. A section without numbered seats, which can be chosen here, is listed alone. */
function entriesOf(sections: readonly ShowCategory[]): ShowCategory[][] {
  if (sections.length <= mostSections) return sections.map((section) => [section]);
  const entries = new Map<number | string, ShowCategory[]>();
  for (const section of sections) {
    const price = section.isNumbered ? standardPrice(section.prices)?.displayPrice : undefined;
    const key = price ?? section.showCategoryId;
    entries.set(key, [...(entries.get(key) ?? []), section]);
  }
  return [...entries.values()];
}

function nameWithRows(t: Props["t"], seats: SeatState[], { showCategoryId, name }: ShowCategory): string {
  const rows = rowsOf(seats).filter((row) => row.showCategoryId === showCategoryId);
  const isBoxes = rows[0]?.seats.some((position) => seats[position]?.places);
  const names = inOrder(rows.map(({ row }) => row));
  const [first, last] = [names[0], names.at(-1)];
  return first && last && !isBoxes ? t("seats.area-rows", { section: name, first, last }) : name;
}
