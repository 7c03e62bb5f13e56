import type { Product } from "@/api/types";
import { formatMoney } from "@/lib/money";
import type { Translate } from "@/text/texts";

type Props = { t: Translate<"product">; fees: Product["orderFees"] };

/** The fees that are charged once for an order, whatever its quantity. */
export function OrderFees({ t, fees }: Props) {
  return fees.map((fee) => (
    <p key={fee.name} className="figures text-sm text-ink-2">
      {t("product.order-fee", { name: fee.name, amount: formatMoney(fee.amount) })}
    </p>
  ));
}
