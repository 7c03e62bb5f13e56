import { keys, useApi } from "@/api/swr";
import type { VenueDay } from "@/api/types";
import { formatTime } from "@/lib/dates";
import type { Translate } from "@/text/texts";

type Props = {
  t: Translate<"picker">;
  siteId: string;
  day: string /** Whether the performances of the day are still loading. */;
  pending: boolean;
};

/**
 * The opening hours of a venue on a day with performances. Renders nothing if they are not known, and keeps their line
 * free until then.
 */
export function OpenHours({ t, siteId, day, pending }: Props) {
  const { data, isLoading } = useApi<VenueDay>(
    keys.venueDay(siteId, day),
    (api) => api.GET("/venue/{id}/day/{date}", { params: { path: { id: siteId, date: day } } }),
    { keepPreviousData: false },
  );
  const hours = data?.hours;
  if (pending || !hours) return pending || isLoading ? <p className="h-5" aria-hidden="true" /> : null;
  return (
    <p className="figures text-sm text-ink-2">
      {t("picker.open-hours", { opens: formatTime(hours.opens), closes: formatTime(hours.closes) })}
      {data.holiday && ` · ${data.holiday}`}
    </p>
  );
}
