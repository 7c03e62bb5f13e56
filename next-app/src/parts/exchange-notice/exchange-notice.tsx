import Link from "next/link";
import { usePathname } from "next/navigation";
import { routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { exchangeTexts } from "@/text/areas/exchange";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

/** Says on every page but the cart that the shopper is exchanging tickets, with the way to the cart, which shows them. */
export default function ExchangeNotice() {
  const path = usePathname();
  const t = useText(alertTexts, exchangeTexts);
  if (path === routes.cart()) return null;
  return (
    <div className="frame pt-4">
      <Alert tone="info" label={t("alert.info")}>
        {t("exchange.begun")}{" "}
        <Link href={routes.cart()} prefetch={false} className="inline-block min-h-6 font-semibold">
          {t("exchange.to-cart")}
        </Link>
      </Alert>
    </div>
  );
}
