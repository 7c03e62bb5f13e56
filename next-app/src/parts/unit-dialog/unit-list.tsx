"use client";

import { useId } from "react";
import { formatMoney } from "@/lib/money";
import { seatText } from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import { cancellationTexts } from "@/text/areas/cancellation";
import { passTexts } from "@/text/areas/pass";
import { placeTexts } from "@/text/areas/place";
import { useText } from "@/text/use-text";
import { Checkbox } from "@/ui/field";
import { type Chosen, cancelableUnits, type Item, keyOf } from "./chosen";

type Props = {
  item: Item;
  chosen: Chosen;
  disabled: boolean;
  onChange: (units: readonly number[], isChosen: boolean) => void;
};

/** A line of the order with a checkbox for each unit that is left, or why nothing of it can be canceled. */
export function UnitList({ item, chosen, disabled, onChange }: Props) {
  const t = useText(cancellationTexts, passTexts, placeTexts);
  const rules = useId();
  const cancelable = cancelableUnits(item);
  const isOne = item.units.length === 1;
  const all = cancelable.every((unit) => chosen.has(keyOf(item, unit)));
  return (
    <fieldset className="card grid min-w-0 gap-3 p-4 sm:p-6" aria-describedby={rules}>
      <legend className="sr-only">{item.displayName}</legend>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
          {/* The legend says the name already. */}
          <span aria-hidden="true" className="min-w-0 break-words">
            {item.displayName}
          </span>
          <span className="figures">{formatMoney(item.displayPrice)}</span>
        </p>
        {item.holderName ? <p className="text-sm">{t("pass.for", { name: item.holderName })}</p> : null}
        <OccasionList
          productName={item.displayName}
          performances={item.performances}
          places={item.seats.map((seat) => seatText(t, seat))}
        />
      </div>
      <p id={rules} className="text-sm text-ink-2">
        {item.refusal ?? item.policy}
      </p>
      {item.refusal === undefined ? (
        <div className="grid gap-3">
          {isOne || cancelable.length < 2 ? null : (
            <Checkbox
              label={t("cancellation.all-of", { count: cancelable.length })}
              checked={all}
              disabled={disabled}
              onChange={() => onChange(cancelable, !all)}
              className="border-b border-line pb-3"
            />
          )}
          {item.units.map(({ unit, barcodes, refusal }, at) => (
            <div key={unit} className="grid gap-1">
              <Checkbox
                label={
                  <span className="grid min-w-0">
                    <span>
                      {isOne
                        ? item.displayName
                        : t(barcodes.length > 0 ? "cancellation.ticket" : "cancellation.item", {
                            number: at + 1,
                          })}
                    </span>
                    {barcodes.map((code) => (
                      <span key={code} className="figures text-sm text-ink-2 wrap-anywhere">
                        {t("cancellation.code", { code })}
                      </span>
                    ))}
                  </span>
                }
                checked={chosen.has(keyOf(item, unit))}
                disabled={disabled || refusal !== undefined}
                aria-describedby={refusal ? `${rules}-${unit}` : undefined}
                onChange={(event) => onChange([unit], event.currentTarget.checked)}
              />
              {refusal ? (
                <p id={`${rules}-${unit}`} className="pl-9 text-sm text-ink-2">
                  {refusal}
                </p>
              ) : null}
            </div>
          ))}
        </div>
      ) : null}
    </fieldset>
  );
}
