import type { Order } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { holderName, seatTexts } from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import { OfferRows } from "@/parts/cart-lines/offer-rows";
import { PromotionName } from "@/parts/cart-lines/promotion-name";
import { PackageDetails } from "@/parts/package-details/package-details";
import { packageOfItem } from "@/parts/package-details/package-line";
import { WasPrice } from "@/parts/price/was-price";
import type { Translate } from "@/text/texts";
import { DataTable } from "@/ui/data-table";
import { OrderTotals } from "./order-totals";

/** The products of an order, and its totals. */
export function OrderItems({
  t,
  order,
}: {
  t: Translate<"cart" | "confirmation" | "offer" | "pass" | "product" | "place" | "summary">;
  order: Order;
}) {
  return (
    <section className="card grid gap-3 p-4 sm:p-6 print:gap-1 print:px-5 print:py-2">
      <h2 className="text-lg">{t("confirmation.items")}</h2>
      <DataTable
        className="figures text-sm sm:text-base print:text-sm"
        columns={[
          { heading: t("confirmation.description") },
          { heading: t("confirmation.quantity"), align: "right" },
          { heading: t("confirmation.price"), align: "right", className: "max-sm:hidden" },
          { heading: t("confirmation.line-total"), align: "right" },
        ]}
      >
        {order.items.map((item, at) => (
          <Item key={item.id} t={t} item={item} isFurtherSeat={isFurtherSeat(order.items[at - 1], item)} />
        ))}
      </DataTable>
      <OrderTotals t={t} order={order} />
    </section>
  );
}

type Line = Order["items"][number];

/** Whether a line differs from the one above it only in its seat, so that its row shows only the seat. */
function isFurtherSeat(above: Line | undefined, line: Line): boolean {
  const visits = ({ performances }: Line) => performances.map(({ performanceId }) => performanceId).join(" ");
  return (
    above !== undefined &&
    above.seats.length > 0 &&
    line.seats.length > 0 &&
    above.productVariantId === line.productVariantId &&
    above.productId === line.productId &&
    above.promotionName === line.promotionName &&
    visits(above) === visits(line)
  );
}

function Item({
  t,
  item,
  isFurtherSeat,
}: {
  t: Translate<"cart" | "offer" | "pass" | "product" | "place" | "summary">;
  item: Line;
  isFurtherSeat: boolean;
}) {
  const ofPackage = packageOfItem(item);
  const holder = holderName(item);
  return (
    <tr className="border-b border-line text-right align-top">
      <th scope="row" className="py-3 text-left font-normal print:py-1">
        <span className={isFurtherSeat ? "sr-only" : "block font-semibold"}>
          {item.productDisplayName}, {item.productVariantDisplayName}
          {item.effectivePassLevelName ? ` (${item.effectivePassLevelName})` : ""}
        </span>
        {holder ? <span className="block text-sm">{t("pass.for", { name: holder })}</span> : null}
        {/* Phones have no room for a fourth column. */}
        <span className="block sm:hidden">
          {item.quantity > 1 ? t("cart.each", { amount: formatMoney(item.displayPrice) }) : null}
          <WasPrice t={t} amount={item.regularDisplayPrice} ofParts={item.isPackage} />
        </span>
        <PromotionName t={t} line={item} />
        <OccasionList
          productName={item.productDisplayName}
          performances={isFurtherSeat ? [] : item.performances}
          places={seatTexts(t, item.seats, item.productVariantDisplayName)}
        />
        {ofPackage ? <PackageDetails line={ofPackage} /> : null}
        <OfferRows t={t} offers={item.offers} quantity={item.quantity} className="pt-1" />
      </th>
      <td className="py-3 pl-3 print:py-1">{item.quantity}</td>
      <td className="py-3 pl-3 max-sm:hidden print:py-1">
        {formatMoney(item.displayPrice)}
        <span className="block text-sm">
          <WasPrice t={t} amount={item.regularDisplayPrice} ofParts={item.isPackage} />
        </span>
      </td>
      <td className="py-3 pl-3 print:py-1">{formatMoney(item.displayTotal)}</td>
    </tr>
  );
}
