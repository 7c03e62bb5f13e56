"use client";

import type { Park } from "@/api/types";
import { styleKey } from "@/lib/style-key";
import { visitTexts } from "@/text/areas/visit";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { Picture } from "@/ui/picture";

type Props = { parks: Park[]; onChoose: (park: Park) => void };

/**
 * The parks of a site, of which the visitor chooses one. A park that does not admit the whole party is disabled and
 * shows why.
 */
export function ParkChooser({ parks, onChoose }: Props) {
  const t = useText(visitTexts);
  return (
    <fieldset>
      <legend className="pb-2 font-semibold">{t("visit.parks")}</legend>
      <div className="grid grid-cols-2 gap-2 sm:gap-3">
        {parks.map((park) => (
          <label
            key={park.id}
            className={classNames(
              styleKey(park.cssKey),
              "card flex min-h-14 items-center gap-x-3 overflow-hidden px-3 py-1.5",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
              park.selected && "border-brand bg-brand-soft text-on-brand-soft",
              park.admits ? "cursor-pointer hover:border-brand" : "cursor-not-allowed",
            )}
          >
            <input
              type="radio"
              name="park"
              value={park.id}
              checked={park.selected}
              disabled={!park.admits}
              onChange={() => onChoose(park)}
              className="size-5 flex-none outline-none"
            />
            {park.logo ? (
              <Picture
                picture={park.logo}
                decorative
                sizes="48px"
                className="size-12 flex-none rounded-field max-sm:hidden"
              />
            ) : null}
            <span className="min-w-0">
              <span className="block font-semibold">{park.name}</span>
              {park.admits ? null : (
                <span className="block text-sm text-ink-2">{t("visit.park-not-good")}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
