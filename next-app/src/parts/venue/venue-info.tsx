import type { ReactNode } from "react";
import type { Product, Venue } from "@/api/types";
import { cityLine } from "@/lib/address-lines";
import { formatShortDay, formatTime } from "@/lib/dates";
import type { Translate } from "@/text/texts";
import { Icon } from "@/ui/icon";
import { Picture } from "@/ui/picture";
import { MapLink } from "./map-link";

type Props = {
  t: Translate<"venue" | "accessibility">;
  venue: Venue;
  /** Other venues that are visited with it, for example of a package. Their addresses and hours are shown too. */
  others?: readonly Venue[];
  /** What a product offers to people with disabilities, in addition to its venue. */
  accessibility?: Product["accessibility"];
};

/** Where a venue and the others are, when they are open, how to get there, what to bring, and its accessibility. */
export function VenueInfo({ t, venue, others = [], accessibility = [] }: Props) {
  const { map, directions, whatToBring, accessibilityDescription } = venue;
  const features = [...new Set([...venue.accessibility, ...accessibility])];
  return (
    <section aria-labelledby="venue" className="@container grid gap-6">
      <h2 id="venue" className="text-xl">
        {t("venue.title")}
      </h2>
      <div className="grid gap-6 @lg:grid-cols-2">
        <div className="grid content-start gap-3">
          {[venue, ...others].map((each) => (
            <div key={each.id} className="grid gap-3">
              <address className="not-italic">
                <strong>{each.name}</strong>
                <br />
                {each.street}
                <br />
                {cityLine(each)}
              </address>
              <MapLink t={t} venue={each} />
            </div>
          ))}
        </div>
        {map ? (
          <Picture
            picture={map}
            sizes="(min-width: 1264px) 370px, (min-width: 640px) 50vw, calc(100vw - 2rem)"
            className="aspect-4/3 w-full rounded-card"
          />
        ) : null}
        {[venue, ...others].map(({ id, name, hours }) => (
          <Hours
            key={id}
            t={t}
            title={others.length > 0 ? t("venue.hours-of-venue", { venue: name }) : t("venue.hours")}
            days={hours}
          />
        ))}
        {whatToBring.length > 0 ? (
          <Part title={t("venue.bring")}>
            <ul className="grid gap-1">
              {whatToBring.map((line) => (
                <li key={line} className="flex gap-2">
                  <span aria-hidden="true" className="pt-0.5 text-ok">
                    <Icon name="check" size={18} />
                  </span>
                  {line}
                </li>
              ))}
            </ul>
          </Part>
        ) : null}
      </div>
      {directions ? (
        <Part title={t("venue.directions")}>
          <div className="prose" dangerouslySetInnerHTML={{ __html: directions }} />
        </Part>
      ) : null}
      {features.length > 0 || accessibilityDescription ? (
        <Part title={t("venue.accessibility")}>
          {features.length > 0 ? (
            <ul className="flex flex-wrap gap-2">
              {features.map((feature) => (
                <li key={feature} className="rounded-full border border-line bg-surface px-3 py-1 text-sm">
                  {t(`accessibility.${feature}`)}
                </li>
              ))}
            </ul>
          ) : null}
          {accessibilityDescription ? (
            <div className="prose" dangerouslySetInnerHTML={{ __html: accessibilityDescription }} />
          ) : null}
        </Part>
      ) : null}
    </section>
  );
}

/** The next days with their opening hours. Renders nothing if none are known. */
function Hours({ t, title, days }: { t: Translate<"venue">; title: string; days: Venue["hours"] }) {
  if (days.length === 0) return null;
  return (
    <Part title={title}>
      <dl className="grid max-w-80 grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {days.map(({ date, hours, holiday }) => (
          <div key={date} className="contents">
            <dt className="text-ink-2">{formatShortDay(date)}</dt>
            <dd className="figures">
              {hours
                ? t("venue.hours-of-day", {
                    opens: formatTime(hours.opens),
                    closes: formatTime(hours.closes),
                  })
                : t("venue.closed")}
              {holiday && ` · ${holiday}`}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-2">
      <h3 className="text-base font-semibold">{title}</h3>
      {children}
    </div>
  );
}
