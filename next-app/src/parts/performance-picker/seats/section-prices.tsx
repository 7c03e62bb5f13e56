import type { SeatState, ShowCategory } from "@/api/types";
import { isOpenFor } from "@/lib/capacity";
import type { Translate } from "@/text/texts";
import { TextButton } from "@/ui/text-button";
import { priceText } from "../../price/price-text";
import { standardPrice } from "../../price/standard-price";
import { type Row, rowsOf } from "./plan-geometry";

type Props = {
  t: Translate<"product" | "seats">;
  seats: SeatState[];
  sections: ShowCategory[];
  /** Chooses a section without numbered seats. Absent where only seats can be chosen. */
  onSection?: (showCategoryId: string) => void;
};

/** The sections with their rows and prices, above the plan, because on the plan their names would cover seats. */
export function SectionPrices({ t, seats, sections, onSection }: Props) {
  const rows = rowsOf(seats);
  const isBox = (row: Row | undefined) => row?.seats.some((position) => seats[position]?.places);
  return (
    <ul aria-label={t("seats.areas")} className="figures max-w-md text-sm">
      {sections.map((section) => {
        const { showCategoryId, name, prices } = section;
        const own = rows.filter((row) => row.showCategoryId === showCategoryId);
        const [first, last] = [own[0], own.at(-1)];
        const price = standardPrice(prices);
        return (
          <li key={showCategoryId} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              {first && last
                ? isBox(first)
                  ? name
                  : t("seats.area-rows", { section: name, first: first.row, last: last.row })
                : t("seats.unnumbered", { section: name })}
            </span>
            {!first && onSection && isOpenFor(section) ? (
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
}
