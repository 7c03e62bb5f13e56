import type { Translate } from "@/text/texts";
import { Icon } from "@/ui/icon";

/** Opens the venue on the map of the operator's provider. Renders nothing for a venue without a map. */
export function MapLink({ t, mapUrl }: { t: Translate<"venue">; mapUrl: string | undefined }) {
  if (!mapUrl) return null;
  return (
    <a href={mapUrl} className="inline-flex min-h-11 items-center gap-1 justify-self-start underline">
      {t("venue.open-map")}
      <Icon name="next" size={18} />
    </a>
  );
}
