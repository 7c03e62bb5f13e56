import type { Order, OrderRefunds } from "@/api/types";
import { placesOf } from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import type { Translate } from "@/text/texts";
import { Icon } from "@/ui/icon";
import { type Bought, bought, endOf, venuesOf } from "./bought";

const ends = {
  canceled: "confirmation.all-canceled",
  exchanged: "confirmation.all-exchanged",
  both: "confirmation.all-ended",
} as const;

type Props = { t: Translate<"confirmation" | "place">; order: Order; refunds: OrderRefunds | undefined };

/** What was bought, for when and where. A printed page shows it with the prices instead. */
export function BoughtList({ t, order, refunds }: Props) {
  const entries = bought(order.items);
  if (entries.length === 0) return <p className="text-lg font-semibold">{t(ends[endOf(refunds)])}</p>;
  return (
    <section data-screen-only aria-label={t("confirmation.bought")}>
      <ul className="grid gap-5">
        {entries.map((entry) => (
          <li key={entry.key} className="grid gap-1.5">
            <div>
              <p className="text-lg font-semibold">{entry.product}</p>
              {linesOf(t, entry).map((line) => (
                <p key={line} className="figures">
                  {line}
                </p>
              ))}
            </div>
            <Venues t={t} entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each kind of ticket, pass or part of a package. */
function linesOf(t: Translate<"confirmation">, { tickets, isDonation }: Bought): string[] {
  if (isDonation) return [t("confirmation.donation")];
  return tickets.map(({ name, quantity }) => t("confirmation.bought-line", { quantity, name }));
}

/** The visits with their sites. */
function Venues({ t, entry }: { t: Translate<"place">; entry: Bought }) {
  const { product, items } = entry;
  const venues = venuesOf(entry);
  // Visits at several sites say their places themselves.
  const places = venues.length > 1 ? [] : items.flatMap((item) => placesOf(t, item, items));
  return venues.map(({ site, performances }) => (
    <div key={site ?? ""} className="grid gap-1.5">
      <OccasionList
        productName={product}
        performances={performances}
        places={[...new Set(places)]}
        withIcon
      />
      {site ? (
        <p className="flex items-start gap-2 text-sm text-ink-2">
          <span className="mt-px flex-none">
            <Icon name="pin" size={18} />
          </span>
          {site}
        </p>
      ) : null}
    </div>
  ));
}
