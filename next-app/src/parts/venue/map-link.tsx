import type { Venue } from "@/api/types";
import type { Translate } from "@/text/texts";
import { Icon } from "@/ui/icon";

type Props = { t: Translate<"venue">; venue: Pick<Venue, "name" | "mapUrl"> };

/** Opens the venue on the map of the operator's provider. Renders nothing for a venue without a map. */
export function MapLink({ t, venue: { name, mapUrl } }: Props) {
  if (!mapUrl) return null;
  return (
    <a href={mapUrl} className="inline-flex min-h-11 items-center gap-1 justify-self-start underline">
      <span>
        {t("venue.open-map")}
        <span className="sr-only">, {name}</span>
      </span>
      <Icon name="next" size={18} />
    </a>
  );
}
