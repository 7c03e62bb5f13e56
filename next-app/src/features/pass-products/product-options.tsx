"use client";

import type { PassOption } from "@/api/types";
import { formatDate, unbroken } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { ticketName } from "@/lib/ticket-name";
import { WasPrice } from "@/parts/price/was-price";
import { passTexts } from "@/text/areas/pass";
import { passProductsTexts } from "@/text/areas/pass-products";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { Icon } from "@/ui/icon";

type Props = {
  /** The name of the radio group. It must be unique, because the page has several groups. */
  name: string;
  /** The accessible name of the group. */
  legend: string;
  options: PassOption[];
  selected: string | null;
  missing: boolean;
  onSelect: (variantId: string) => void;
};

/** The products for a pass, with one radio button for each product. */
export function ProductOptions({ name, legend, options, selected, missing, onSelect }: Props) {
  const t = useText(passTexts, passProductsTexts, productTexts);
  return (
    // The error describes the group, because no single option is wrong.
    <fieldset
      className={classNames("grid min-w-0 gap-2", missing && "border-l-4 border-danger pl-3")}
      aria-describedby={missing ? `${name}-missing` : undefined}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => {
        const isSelected = option.extProductVariantId === selected;
        return (
          <label
            key={option.extProductVariantId}
            className={classNames(
              "flex min-h-11 cursor-pointer items-start gap-3 rounded-button border px-4 py-3",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
              isSelected ? "border-brand bg-brand-soft text-on-brand-soft" : "border-control hover:bg-sunken",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.extProductVariantId}
              checked={isSelected}
              aria-invalid={missing ? true : undefined}
              onChange={() => onSelect(option.extProductVariantId)}
              className="mt-0.5 size-5 flex-none outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 pb-1">
                <span className="min-w-0 flex-1 basis-32 font-semibold">{optionName(option)}</span>
                <span className="figures flex-none text-right">
                  <span className="text-lg font-bold">{formatMoney(option.price)}</span>
                  <span className="block text-sm">
                    <WasPrice t={t} amount={option.regularPrice} />
                  </span>
                </span>
              </span>
              {/* These lines are below the name and the price, so that the price keeps its width on a phone. */}
              {[
                option.passLevelName ? t("pass-products.level", { level: option.passLevelName }) : null,
                option.productVariantShortDescription,
                option.productShortDescription,
                option.validUntil
                  ? t("pass-products.valid-until", { day: unbroken(formatDate(option.validUntil)) })
                  : null,
                option.installmentBillingDescription
                  ? t("product.or-plan", { plan: option.installmentBillingDescription })
                  : null,
              ]
                .filter(Boolean)
                .map((line) => (
                  <span key={line} className={classNames("block text-sm", isSelected ? null : "text-ink-2")}>
                    {line}
                  </span>
                ))}
            </span>
          </label>
        );
      })}
      {missing ? (
        <p
          id={`${name}-missing`}
          role="alert"
          className="flex items-start gap-1.5 text-sm font-medium text-danger"
        >
          <Icon name="error" size={18} />
          {t("pass.selection-required")}
        </p>
      ) : null}
    </fieldset>
  );
}

/** The product and the variant: `Season Pass, Adult`. */
export function optionName({ productDisplayName, productVariantDisplayName }: PassOption): string {
  return `${productDisplayName}, ${productVariantDisplayName}`;
}

/** The variant and its level: `Adult (Gold)`. */
export function shortName({ productVariantDisplayName, passLevelName }: PassOption): string {
  return ticketName({ displayName: productVariantDisplayName, effectivePassLevelName: passLevelName });
}
