import type { SeatState, ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";
import { priceText } from "../../price/price-text";
import { standardPrice } from "../../price/standard-price";
import { rowsOf } from "./plan-geometry";

type Props = { t: Translate<"product" | "seats">; seats: SeatState[]; sections: ShowCategory[] };

/** The sections with their rows and prices, above the plan, because on the plan their names would cover seats. */
export function SectionPrices({ t, seats, sections }: Props) {
  const rows = rowsOf(seats);
  return (
    <ul aria-label={t("seats.areas")} className="figures max-w-md text-sm">
      {sections.map(({ showCategoryId, name, prices }) => {
        const own = rows.filter((row) => row.showCategoryId === showCategoryId);
        const price = standardPrice(prices);
        return (
          <li key={showCategoryId} className="flex justify-between gap-4">
            <span>
              {t("seats.area-rows", { section: name, first: own[0]?.row ?? "", last: own.at(-1)?.row ?? "" })}
            </span>
            {price ? <span className="font-semibold">{priceText(t, price.displayPrice)}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
