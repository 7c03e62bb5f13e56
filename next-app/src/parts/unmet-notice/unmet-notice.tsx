import Link from "next/link";
import type { Cart } from "@/api/types";
import { routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { exchangeTexts } from "@/text/areas/exchange";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { unmetNoticeId } from "./unmet-notice-id";

/**
 * What must change before the cart can be bought, with a link to the page of each ticket that is still to be chosen for an
 * exchange. `live` is as for an alert.
 */
export function UnmetNotice({
  cart: { unmet, exchange },
  live,
}: {
  cart: Pick<Cart, "unmet" | "exchange">;
  live?: boolean;
}) {
  const t = useText(alertTexts, exchangeTexts);
  return (
    <Alert id={unmetNoticeId} tone="warning" label={t("alert.warning")} live={live}>
      {unmet.map((sentence) => {
        const missing = exchange?.missing.find(({ reason }) => reason === sentence);
        return (
          <p key={sentence}>
            {sentence}{" "}
            {missing ? (
              <Link
                href={routes.replacement(missing)}
                prefetch={false}
                aria-label={t("exchange.choose-now-of", { name: missing.displayName })}
                className="inline-block min-h-6 font-semibold text-warn underline"
              >
                {t("exchange.choose-now")}
              </Link>
            ) : null}
          </p>
        );
      })}
    </Alert>
  );
}
