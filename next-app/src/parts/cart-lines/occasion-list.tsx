import type { CartItem } from "@/api/types";
import { Icon } from "@/ui/icon";
import { occasions } from "./occasion";

type Props = {
  productName: string;
  performances: CartItem["performances"];
  /** Texts to show instead of the places of the visits. */
  places?: string[];
  /** Shows an icon before each visit. Printed and dense lists have no icons. */
  withIcon?: boolean;
};

/** Date, time and place of every visit of a line, and its seats. Renders nothing without visits and `places`. */
export function OccasionList({ productName, performances, places = [], withIcon }: Props) {
  if (performances.length === 0 && places.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm text-ink-2">
      {occasions(productName, performances).map(({ key, show, day, time, place }) => (
        <li key={key} className="flex items-start gap-2">
          {withIcon ? (
            <span className="mt-px flex-none">
              <Icon name="calendar" size={18} />
            </span>
          ) : null}
          <span className="figures min-w-0 wrap-anywhere">
            {show ? <span className="block font-semibold text-ink">{show}</span> : null}
            {/* Neither the day nor the time is broken over two lines if it fits on one. */}
            <span className="inline-block">{time ? `${day},` : day}</span>{" "}
            <span className="inline-block empty:hidden">{time}</span>
            {place && places.length === 0 ? <span className="block">{place}</span> : null}
          </span>
        </li>
      ))}
      {places.map((place) => (
        // Below the text beside the icon, which is 18 pixels wide.
        <li key={place} className={withIcon ? "figures pl-6.5 wrap-anywhere" : "figures wrap-anywhere"}>
          {place}
        </li>
      ))}
    </ul>
  );
}
