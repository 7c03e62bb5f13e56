import Link from "next/link";
import { usePathname } from "next/navigation";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { exchangeTexts } from "@/text/areas/exchange";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { type Exchange, exchangedInWords, missingInWords } from "./exchange-state";
import { useExchange } from "./use-exchange";

/**
 * Says which tickets the shopper is exchanging, what is still to be chosen and what may be chosen, with a link to the cart.
 * The cart and the checkout say it in their own places.
 */
export default function ExchangeNotice() {
  const path = usePathname();
  const t = useText(alertTexts, exchangeTexts);
  const exchange = useExchange();
  if (!exchange || path === routes.cart() || path === routes.checkout()) return null;
  return (
    <div className="frame pt-4">
      <Alert tone="info" label={t("alert.info")}>
        <p className="font-semibold">{begun(t, exchange, path)}</p>
        <p>{next(t, exchange, path)}</p>
        <Link href={routes.cart()} prefetch={false} className="inline-block min-h-6 font-semibold">
          {t("exchange.to-cart")}
        </Link>
      </Alert>
    </div>
  );
}

/** What is exchanged, and what it is worth. */
function begun(t: Translate<"exchange">, exchange: Exchange, path: string): string {
  const items = exchangedInWords(t, exchange, path);
  const worth = formatMoney(exchange.worth);
  return exchange.fee > 0
    ? t("exchange.begun-fee", { items, worth, fee: formatMoney(exchange.fee) })
    : t("exchange.begun", { items, worth });
}

/** What is still to be chosen, and what may be. */
function next(t: Translate<"exchange">, exchange: Exchange, path: string): string {
  const { items, missing } = exchange;
  const left = missingInWords(t, exchange, path);
  if (left === null) return t("exchange.complete");
  const rule = t(missing.some(({ isBundle }) => isBundle) ? "exchange.rule-bundle" : "exchange.rule");
  const count = (all: readonly { quantity: number }[]) =>
    all.reduce((sum, { quantity }) => sum + quantity, 0);
  return count(missing) < count(items) ? `${t("exchange.still-missing", { items: left })} ${rule}` : rule;
}
