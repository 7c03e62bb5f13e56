import { formatMoney } from "@/lib/money";
import type { Translate } from "@/text/texts";
import type { PriceSpan } from "./price-span";
import { priceText } from "./price-text";

type Props = {
  t: Translate<"product">;
  lowest: number;
  /** The highest price, if it is known and differs. */
  highest?: number;
  /** Whether other variants or days cost more than the lowest price. */
  isFrom: boolean;
  /** The variant with the lowest price, if it is only for some shoppers. */
  lowestFor?: string;
  /** The class of the amount. */
  className?: string;
};

/**
 * The price of one or several variants as one text, such as `from $20.00` or `from $12.00 · Child`. If the lowest price is zero and the highest
 * is known, the text is `Free to $20.00` instead, because "from Free" would not be understood.
 */
export function FromPrice({ t, lowest, highest, isFrom, lowestFor, className = "" }: Props) {
  const figures = `figures ${className}`;
  if (isFrom && lowest > 0) {
    return (
      <>
        <span className="whitespace-nowrap">
          <span className="text-sm font-normal text-ink-2">{t("product.from")} </span>
          <span className={figures}>{formatMoney(lowest)}</span>
        </span>
        {lowestFor ? (
          <>
            {" "}
            <span className="text-sm font-normal whitespace-nowrap text-ink-2">· {lowestFor}</span>
          </>
        ) : null}
      </>
    );
  }
  return (
    <span className={`whitespace-nowrap ${figures}`}>
      {isFrom && highest ? t("product.free-to", { price: formatMoney(highest) }) : priceText(t, lowest)}
    </span>
  );
}

type SpanProps = Pick<Props, "t" | "className"> & { span: PriceSpan };

/** The price of a product over its variants and days. */
export function SpanPrice({ t, span: { lowest, highest, lowestFor }, className }: SpanProps) {
  return (
    <FromPrice
      t={t}
      lowest={lowest}
      highest={highest}
      isFrom={lowest < highest}
      lowestFor={lowestFor}
      className={className}
    />
  );
}

/** The lowest price as text within a sentence, if the highest price is not known. */
export function fromText(t: Translate<"product">, lowest: number): string {
  return lowest === 0 ? priceText(t, lowest) : `${t("product.from")} ${priceText(t, lowest)}`;
}
