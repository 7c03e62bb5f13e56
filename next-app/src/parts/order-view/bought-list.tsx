import type { Order } from "@/api/types";
import { placesOf } from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import type { Translate } from "@/text/texts";
import { Icon } from "@/ui/icon";
import { bought } from "./bought";

/** What was bought, for when and where. A printed page shows it with the prices instead. */
export function BoughtList({ t, order }: { t: Translate<"confirmation" | "seats">; order: Order }) {
  return (
    <section data-screen-only aria-label={t("confirmation.bought")}>
      <ul className="grid gap-5">
        {bought(order.items).map(({ key, product, tickets, performances, items, site }) => (
          <li key={key} className="grid gap-1.5">
            <div>
              <p className="text-lg font-semibold">{product}</p>
              <p className="figures">
                {tickets
                  .map(({ name, quantity }) => t("confirmation.bought-line", { quantity, name }))
                  .join(", ")}
              </p>
            </div>
            <OccasionList
              productName={product}
              performances={performances}
              places={[...new Set(items.flatMap((item) => placesOf(t, item, items)))]}
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
          </li>
        ))}
      </ul>
    </section>
  );
}
