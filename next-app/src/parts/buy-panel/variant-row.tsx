import type { ReactNode } from "react";
import type { Variant } from "@/api/types";
import { FromPrice } from "@/parts/price/from-price";
import { WasPrice } from "@/parts/price/was-price";
import type { Translate } from "@/text/texts";

/** Up to this number, the row says how many units are left at the price. */
const FEW = 10;

/**
 * The name, level, age and price of a variant. `children` are shown at the end of the row, and `below` is shown under
 * it. On the tab of payment plans (`byPlan`) the plan's price comes first.
 */
export function VariantRow({
  t,
  variant,
  isPackage = false,
  byPlan = false,
  below,
  children,
}: {
  t: Translate<"product">;
  variant: Variant;
  isPackage?: boolean;
  byPlan?: boolean;
  below?: ReactNode;
  children?: ReactNode;
}) {
  const level = variant.effectivePassLevelName ?? variant.passLevelName;
  const plan = variant.installmentBillingPlanDescription;
  const price = (
    <>
      <FromPrice
        t={t}
        lowest={variant.displayPrice}
        highest={variant.highestDisplayPrice}
        isFrom={variant.displayPriceIsFrom}
      />
      <WasPrice t={t} amount={variant.regularDisplayPrice} ofParts={isPackage} />
    </>
  );
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 pt-0.5">
          <p className="font-semibold">
            {variant.displayName}
            {level ? <span className="font-normal text-ink-2"> {t("product.level", { level })}</span> : null}
          </p>
          {variant.ageRestrictionText ? (
            <p className="text-sm text-ink-2">{variant.ageRestrictionText}</p>
          ) : null}
          {variant.quantityRestrictionText ? (
            <p className="text-sm text-ink-2">{variant.quantityRestrictionText}</p>
          ) : null}
          {variant.promotionName ? <p className="text-sm text-ok">{variant.promotionName}</p> : null}
          {variant.unitsAtPrice !== undefined && variant.unitsAtPrice <= FEW ? (
            <p className="text-sm text-ink-2">
              {t("product.left-at-price", { count: variant.unitsAtPrice })}
            </p>
          ) : null}
          {children && !(byPlan && plan) ? <p className="figures text-sm font-semibold">{price}</p> : null}
        </div>
        {children ?? <p className="figures max-w-[50%] flex-none text-right font-semibold">{price}</p>}
      </div>
      {/* The sentence about the plan has the full width, because it is long. */}
      {plan ? (
        byPlan ? (
          <>
            <p className="figures pt-1 font-semibold first-letter:uppercase">{plan}</p>
            <p className="figures text-sm text-ink-2">
              {t("product.full-price")} {price}
            </p>
          </>
        ) : (
          <p className="figures pt-1 text-sm text-ink-2">{t("product.or-plan", { plan })}</p>
        )
      ) : null}
      {below}
    </li>
  );
}
