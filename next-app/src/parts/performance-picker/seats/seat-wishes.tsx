import { useMemo } from "react";
import type { SeatState } from "@/api/types";
import type { Translate } from "@/text/texts";
import { Checkbox } from "@/ui/field";
import { offeredWishes, type SeatWish } from "./seat-filter";
import { isTaken, type SeatCondition } from "./seat-text";

type Props = {
  t: Translate<"seats">;
  seats: SeatState[];
  conditions: SeatCondition[];
  others: readonly boolean[];
  wishes: readonly SeatWish[];
  onWishes: (wishes: SeatWish[]) => void;
};

/** What the shopper looks for in a seat, if the hall has seats that differ in it, and how many seats have it. */
export function SeatWishes({ t, seats, conditions, others, wishes, onWishes }: Props) {
  const offered = useMemo(() => offeredWishes(seats), [seats]);
  if (offered.length === 0) return null;
  return (
    <fieldset className="col-span-full grid gap-1">
      <legend className="text-sm font-semibold">{t("seats.only")}</legend>
      <div className="flex flex-wrap gap-x-5">
        {offered.map((wish) => (
          <Checkbox
            key={wish}
            label={t(`seats.only-${wish}`)}
            checked={wishes.includes(wish)}
            onChange={(event) =>
              onWishes(event.target.checked ? [...wishes, wish] : wishes.filter((each) => each !== wish))
            }
          />
        ))}
      </div>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {wishes.length > 0 ? countText(t, conditions, others) : ""}
      </p>
    </fieldset>
  );
}

function countText(t: Props["t"], conditions: Props["conditions"], others: Props["others"]): string {
  const open = conditions.flatMap((condition, position) => (isTaken(condition) ? [] : [position]));
  const count = open.filter((position) => !others[position]).length;
  return t("seats.only-count", { count, all: open.length });
}
