"use client";

import { unbroken } from "@/lib/dates";
import { ticketName } from "@/lib/ticket-name";
import type { Row } from "@/parts/entitlements/rows";
import { priceText } from "@/parts/price/price-text";
import { validityText } from "@/parts/validity/validity";
import { entitlementsTexts } from "@/text/areas/entitlements";
import { productTexts } from "@/text/areas/product";
import { validityTexts } from "@/text/areas/validity";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";

type Props = {
  row: Row;
  /** Called when the pointer or focus reaches the button, to load early what the button opens. */
  onApproach: () => void;
  onRedeem: () => void;
};

/**
 * A variant that an entitlement gives, with the remaining number or the reason why it cannot be redeemed yet.
 * The button opens the dialog.
 */
export function EntitlementRow({ row, onApproach, onRedeem }: Props) {
  const t = useText(entitlementsTexts, productTexts, validityTexts);
  const {
    variantName,
    productName,
    name,
    holder,
    price,
    from,
    to,
    total,
    remaining: left,
    heldBack,
    shared,
  } = row;
  const variant = ticketName({ displayName: variantName });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:px-6">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <h3 className="text-lg leading-snug">
          {variant} <span className="figures font-normal whitespace-nowrap">{priceText(t, price)}</span>
        </h3>
        <p className="text-sm text-ok">{name}</p>
        {holder ? <p className="text-sm text-ink-2">{t("entitlements.holder", { name: holder })}</p> : null}
        {from || to ? (
          <p className="figures text-sm text-ink-2">
            {t("entitlements.valid")} {unbroken(validityText(t, from, to))}
          </p>
        ) : null}
        {heldBack ? <p className="text-sm font-semibold text-ink-2">{heldBack}</p> : null}
      </div>
      <div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between">
        {heldBack ? null : (
          <div className="grid gap-1">
            <p className="figures text-sm font-semibold whitespace-nowrap">
              {t("entitlements.left", { left, total })}
            </p>
            {shared ? <p className="text-sm text-ink-2">{t("entitlements.shared")}</p> : null}
            <meter
              aria-hidden
              min={0}
              max={total}
              value={left}
              className="h-2 w-24 appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-meter-bar]:bg-brand [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:bg-sunken [&::-webkit-meter-optimum-value]:bg-brand"
            />
          </div>
        )}
        <Button
          appearance="secondary"
          blocked={left === 0}
          aria-label={t("entitlements.redeem-of", { variant, product: productName, name })}
          onPointerEnter={onApproach}
          onFocus={onApproach}
          onClick={() => left > 0 && onRedeem()}
        >
          {t("entitlements.redeem")}
        </Button>
      </div>
    </li>
  );
}
