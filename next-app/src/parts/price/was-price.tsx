import { formatMoney } from "@/lib/money";
import type { Translate } from "@/text/texts";

type Props = {
  t: Translate<"product">;
  amount: number | undefined;
  /** Whether the amount is the sum of a package's parts, which were never sold together at that price. */
  ofParts?: boolean;
};

/** A struck-through amount after a word that says what it is: an earlier price, or the sum of the parts. */
export function WasPrice({ t, amount, ofParts = false }: Props) {
  if (amount === undefined) return null;
  // The space is outside of the unbroken text, so that the line can break there.
  return (
    <>
      {" "}
      <span className={`figures font-normal text-ink-2 ${ofParts ? "" : "whitespace-nowrap"}`}>
        {t(ofParts ? "product.separately" : "product.was")} <s>{formatMoney(amount)}</s>
      </span>
    </>
  );
}
