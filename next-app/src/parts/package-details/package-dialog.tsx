"use client";

import { formatMoney } from "@/lib/money";
import { seatTexts } from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import { cartTexts } from "@/text/areas/cart";
import { packageTexts } from "@/text/areas/package";
import { placeTexts } from "@/text/areas/place";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { PackageDiscount, type PackageLine } from "./package-details";

/** The parts of a package line. */
export default function PackageDialog({ line, onClose }: { line: PackageLine; onClose: () => void }) {
  const t = useText(cartTexts, packageTexts, placeTexts, summaryTexts);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("package.details")}
      withoutClose
      footer={<Button onClick={onClose}>{t("package.close")}</Button>}
    >
      <div className="grid gap-4">
        <div className="grid gap-1">
          <p className="font-semibold">{line.name}</p>
          <PackageDiscount line={line} />
        </div>
        <ul className="grid gap-4">
          {line.groups.map((group) => (
            <li
              key={`${group.productId} ${group.items[0]?.productVariantId} ${group.items[0]?.performances[0]?.performanceId}`}
              className="grid gap-1.5 border-t border-line pt-3"
            >
              <p className="font-semibold">{group.productDisplayName}</p>
              <OccasionList
                productName={group.productDisplayName}
                performances={group.items[0]?.performances ?? []}
                places={seatTexts(
                  t,
                  group.items.flatMap(({ seats }) => seats),
                )}
                withIcon
              />
              <ul className="figures grid gap-1">
                {group.items.map((item) => (
                  <li key={item.productVariantId} className="flex items-baseline justify-between gap-4">
                    <span className="min-w-0">
                      {t("summary.line", { quantity: item.quantity, name: item.displayName })}
                      {item.unitPrice === undefined ? null : (
                        <span className="block text-sm text-ink-2">
                          {t("cart.each", { amount: formatMoney(item.unitPrice) })}
                        </span>
                      )}
                    </span>
                    {item.itemTotal === undefined ? null : <span>{formatMoney(item.itemTotal)}</span>}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        {line.showsPricing && line.hasFees ? (
          <p className="text-sm text-ink-2">{t("package.without-fees")}</p>
        ) : null}
      </div>
    </Dialog>
  );
}
