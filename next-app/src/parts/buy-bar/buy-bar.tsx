import type { ReactNode, Ref } from "react";
import { formatCents } from "@/lib/money";
import type { Say } from "@/text/texts";
import { classNames } from "@/ui/class-names";

type Props = {
  /** Where it belongs on large screens: at the foot of a panel or a dialog, in sight while those are, or just in its place. */
  place: "panel" | "modal" | "plain";
  /** What is still missing; empty when nothing is. A press is not yet possible then, so on large screens the bar covers nothing. */
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

/** What leads on from a page: on phones always in reach, at the foot of the screen. */
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
  t: Say<"product">;
  cents: number;
  /** What of it is paid today, where only a part is. */
  today?: number | null;
};

/** What the choices on the page come to so far, as the cart will say it. */
export function RunningTotal({ t, cents, today = null }: RunningTotalProps) {
  return (
    <p className="whitespace-nowrap">
      <span className="legend">
        {t(today === null ? "product.total" : "product.today")}{" "}
        <span className="font-normal">{t("product.total-hint")}</span>
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
