import type { ReactNode, Ref } from "react";
import { formatCents } from "@/lib/money";
import type { Translate } from "@/text/texts";
import { classNames } from "@/ui/class-names";
import { FromPrice } from "../price/from-price";

type Props = {
  /** The bar's position on large screens: sticky at the bottom of a panel or a dialog, or in the normal flow. */
  place: "panel" | "modal" | "plain";
  /**
   * The text that names what is still missing; the text is empty if nothing is. On large screens the bar of a panel
   * does not stick while something is missing, because the action is not possible yet.
   */
  hint?: { id: string; text: string };
  className?: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

const page = "fixed inset-x-0 bottom-0 z-30 px-(--gutter)";
const places: Record<Props["place"], string> = {
  panel: `${page} lg:px-0 lg:pb-4`,
  modal: "sticky -bottom-6 -mx-4 px-4 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0",
  plain: `${page} lg:static lg:border-0 lg:bg-transparent lg:p-0`,
};

/** The bar with the page's primary action. On phones it sticks to the bottom of the screen. */
export function BuyBar({ place, hint, className, ref, children }: Props) {
  return (
    <div
      ref={ref}
      data-buy-bar={place === "modal" ? place : "page"}
      className={classNames(
        "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-surface py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]",
        places[place],
        place === "panel" && (hint?.text ? "lg:static" : "lg:sticky"),
        className,
      )}
    >
      {hint ? (
        <p id={hint.id} role="status" className="basis-full text-sm text-ink-2 lg:text-right">
          {hint.text}
        </p>
      ) : null}
      {children}
    </div>
  );
}

type RunningTotalProps = {
  t: Translate<"product">;
  cents: number;
  /** The amount paid today in cents, if the rest is paid later. */
  today?: number | null;
  /** Whether the total has a line of the bar for itself. */
  inOneLine?: boolean;
  /** Whether fees per order will be added. */
  hasOrderFees?: boolean;
  /** Whether taxes may be added. */
  isTaxed?: boolean;
};

/**
 * The total of the choices so far, without taxes and fees per order. It includes the fees per ticket and of payment
 * plans. With `today` the amount paid today is shown first.
 */
export function RunningTotal({
  t,
  cents,
  today = null,
  inOneLine = false,
  hasOrderFees = false,
  isTaxed = true,
}: RunningTotalProps) {
  const withTaxes = hasOrderFees ? "product.total-hint-with-fees" : "product.total-hint";
  const hint = isTaxed ? withTaxes : hasOrderFees ? "product.total-hint-only-fees" : null;
  return (
    <p
      className={
        inOneLine ? "flex basis-full items-baseline justify-between gap-x-4 pb-1" : "whitespace-nowrap"
      }
    >
      <span className="legend">
        {t(today === null ? "product.total" : "product.today")}{" "}
        {hint ? <span className="font-normal">{t(hint)}</span> : null}
      </span>
      <output className="figures block text-xl font-bold">{formatCents(today ?? cents)}</output>
      {today === null ? null : (
        <span className="figures block text-sm text-ink-2">
          {t("product.total")} {formatCents(cents)}
        </span>
      )}
    </p>
  );
}

type StartingPriceProps = { t: Translate<"product">; lowest: number; highest?: number; lowestFor?: string };

/** The lowest price of what the shopper can still choose, shown in the bar while nothing is chosen. */
export function StartingPrice({ t, lowest, highest, lowestFor }: StartingPriceProps) {
  return (
    <p className="min-w-0">
      <FromPrice
        t={t}
        lowest={lowest}
        highest={highest}
        isFrom={highest === undefined || lowest < highest}
        lowestFor={lowestFor}
        className="text-xl font-bold"
      />
    </p>
  );
}
