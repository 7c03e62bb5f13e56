import type { FindItem } from "@/api/types";
import { offerOf } from "@/parts/offer-card/found-offer";
import { OfferCard, offerItem } from "@/parts/offer-card/offer-card";
import type { Translate } from "@/text/texts";
import { columnClasses } from "@/ui/card-columns";
import { countTexts, groupsOf } from "./groups";

type Texts = Translate<"cheaper-sale" | "find" | "home" | "product" | "capacity">;

const headings = { onDay: "find.on-day", anyDay: "find.any-day", otherDays: "find.other-days" } as const;

type Props = {
  t: Texts;
  items: FindItem[];
  date: string;
  /** Today at the shop's first site. */
  today: string;
  /** Whether the items are all that was found, so that each heading can say how many there are. */
  isAll: boolean;
};

/** The items of a page. If a day is wanted, they are grouped by how they fit it. */
export function FoundList({ t, items, date, today, isAll }: Props) {
  const columns = items.length === 1 && items[0]?.image ? 1 : 3;
  const groups = groupsOf(items);
  return groups.map(({ fit, members }, groupIndex) => (
    <section key={fit} className="grid gap-4">
      {date ? (
        <h2 className="text-2xl">
          {isAll ? t(countTexts[fit], { count: members.length }) : t(headings[fit])}
        </h2>
      ) : null}
      <ul className={`grid gap-3 sm:gap-5 lg:gap-6 ${columnClasses(columns)}`}>
        {members.map((item, index) => (
          <li key={`${item.kind} ${item.id}`} className={offerItem(columns)}>
            <OfferCard
              t={t}
              offer={offerOf(t, item, date, today)}
              first={groupIndex === 0 && index === 0}
              columns={columns}
              slim
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}
