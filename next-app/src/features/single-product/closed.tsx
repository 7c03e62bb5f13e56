import Link from "next/link";
import type { Product, SaleState } from "@/api/types";
import { formatDayAndTime } from "@/lib/dates";
import { routes } from "@/lib/routes";
import type { Translate } from "@/text/texts";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";

type Props = {
  t: Translate<"alert" | "closed" | "product">;
  product: Product;
  /** Why the product cannot be bought on any day, if that is known. */
  state: SaleState | null;
};

/** Why a product cannot be bought, and what to do instead. It is a server component, because few products need it. */
export function Closed({ t, product, state }: Props) {
  return (
    <div className="grid gap-4">
      <Alert tone="info" label={t("alert.info")} live={false}>
        {whyNot(t, product, state)}
      </Alert>
      {state === null ? null : (
        <Link
          href={routes.notifyMe(product.id)}
          prefetch={false}
          className={buttonClass(product.hasAdvanceCode ? "secondary" : "primary")}
        >
          {t("closed.notify-me")}
        </Link>
      )}
      {product.onSaleFrom ? null : (
        <Link href={routes.home()} prefetch={false} className={buttonClass("secondary")}>
          {t("closed.see-others")}
        </Link>
      )}
    </div>
  );
}

/** Why a product cannot be bought, in words. */
export function whyNot(
  t: Translate<"closed" | "product">,
  { onSaleFrom }: Product,
  state: SaleState | null,
): string {
  if (state === "soldOut") return t("closed.sold-out");
  if (state === "ended") return t("closed.ended");
  return onSaleFrom
    ? t("product.on-sale-from", { date: formatDayAndTime(onSaleFrom) })
    : t("closed.not-on-sale");
}
