import type { FindItem } from "@/api/types";
import type { Translate } from "@/text/texts";
import { offerOf } from "./found-offer";
import { OfferCard, offerItem } from "./offer-card";

type Props = {
  t: Translate<"cheaper-sale" | "find" | "home" | "product" | "capacity">;
  /** The id of the heading. */
  id: string;
  heading: string;
  items: FindItem[];
  /** Today at the shop's first site. */
  today: string;
};

/** A heading with the cards of some found items; nothing without items. */
export function OfferList({ t, id, heading, items, today }: Props) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-2xl">
        {heading}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 lg:gap-6">
        {items.map((item) => (
          <li key={`${item.kind} ${item.id}`} className={offerItem(3)}>
            <OfferCard t={t} offer={offerOf(t, item, "", today)} first={false} columns={3} slim />
          </li>
        ))}
      </ul>
    </section>
  );
}
