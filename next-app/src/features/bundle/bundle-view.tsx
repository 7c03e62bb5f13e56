import type { ReactNode } from "react";
import type { BundleBuilder } from "@/api/types";
import { formatDay } from "@/lib/dates";
import { styleKey } from "@/lib/style-key";
import { UnlessExchanged } from "@/parts/exchange-notice/unless-exchanged";
import { bundleSaving } from "@/parts/price/bundle-saving";
import { FromPrice } from "@/parts/price/from-price";
import { OrderFees } from "@/parts/price/order-fees";
import type { Translate } from "@/text/texts";
import { Alert } from "@/ui/alert";
import { gridHeight } from "@/ui/calendar-months";
import { Picture } from "@/ui/picture";
import { PictureGrid } from "@/ui/picture-grid";
import { StickyColumn } from "@/ui/sticky-column";
import { DialogTheme } from "@/ui/theme";
import { Builder } from "./builder";
import type { EditedBundle } from "./edited-bundle";

type Props = {
  t: Translate<"alert" | "bundle" | "product">;
  builder: BundleBuilder;
  /** The days on which the bundle is available. */
  dates: string[];
  /** The day that the address chooses. */
  day: string | null;
  /** The bundle of the cart that the address names; "gone" if it is not in the visitor's cart. */
  edited: EditedBundle | "gone" | null;
  /** Where the venues are, and what their visitors need to know. */
  venue?: ReactNode;
};

/** The bundle's texts and pictures, rendered on the server, and the builder. */
export function BundleView({ t, builder, dates, day, edited, venue }: Props) {
  const { bundle } = builder;
  const [picture, ...morePictures] = bundle.images;
  const saving = bundleSaving(t, bundle.saving);
  const theme = bundle.site?.cssKey ? styleKey(bundle.site.cssKey) : undefined;
  return (
    <article
      className={`${theme ?? ""} frame grid gap-6 lg:grid-cols-[minmax(0,1fr)_440px] lg:grid-rows-[auto_1fr] lg:gap-x-12`}
    >
      <header className="grid content-start gap-4">
        {picture ? (
          <Picture
            picture={picture}
            first
            sizes="(min-width: 1264px) 712px, (min-width: 1024px) 60vw, calc(100vw - 2rem)"
            className="aspect-4/3 w-full rounded-card lg:aspect-video"
          />
        ) : null}
        <div className="grid gap-2">
          <h1 className="text-h1">{builder.pageTitle}</h1>
          {bundle.shortDescription ? (
            <p className="max-w-prose text-lg text-ink-2">{bundle.shortDescription}</p>
          ) : null}
          <p className="pt-1">
            <FromPrice
              t={t}
              lowest={bundle.fromPrice}
              isFrom
              lowestFor={bundle.fromPriceFor}
              className="text-2xl font-bold"
            />
          </p>
          {saving ? <p className="text-ok">{saving}</p> : null}
          <UnlessExchanged productId={bundle.id}>
            <OrderFees t={t} fees={bundle.orderFees} />
          </UnlessExchanged>
        </div>
      </header>

      <StickyColumn className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <section aria-label={t("bundle.build")} className="card p-4 sm:p-6">
          {/* This hidden heading is needed because the operator's text below may start with a third-level heading. */}
          <h2 className="sr-only">{t("bundle.build")}</h2>
          <noscript>
            <p className="pb-3 font-semibold">{t("product.no-script")}</p>
          </noscript>
          {dates.length > 0 ? (
            <DialogTheme theme={theme}>
              <Builder
                bundle={bundle}
                name={builder.pageTitle}
                dates={dates}
                day={day}
                edited={edited}
                summary={<NextDates t={t} dates={dates} />}
              />
            </DialogTheme>
          ) : (
            <Alert tone="info" label={t("alert.info")} live={false}>
              {t("bundle.unavailable")}
            </Alert>
          )}
          <p className="pt-4 text-sm text-ink-2">{bundle.cancellationPolicy}</p>
        </section>
      </StickyColumn>

      <div className="grid content-start gap-8">
        {builder.pageDescription ? (
          <div className="prose" dangerouslySetInnerHTML={{ __html: builder.pageDescription }} />
        ) : null}
        <PictureGrid pictures={morePictures} sizes="(min-width: 1024px) 348px, 50vw" />
        {venue}
      </div>
    </article>
  );
}

/** The height in rem of what surrounds the grid of the calendar. */
const aroundMonth = 9.5;

/**
 * The next days as plain text. The box has the height of the calendar that replaces it, so that the page does not
 * shift.
 */
function NextDates({ t, dates }: { t: Translate<"product">; dates: string[] }) {
  const [first = ""] = dates;
  return (
    <div
      className="grid content-start gap-3"
      style={{ minHeight: `${aroundMonth + gridHeight(first, { minimum: first }, false)}rem` }}
    >
      <p className="font-semibold">{t("product.next-dates")}</p>
      <ul className="grid">
        {dates.slice(0, 6).map((date) => (
          <li key={date} className="min-h-11 border-b border-line py-2">
            <time dateTime={date} className="figures">
              {formatDay(date)}
            </time>
          </li>
        ))}
      </ul>
    </div>
  );
}
