import { formatMoney } from "@/lib/money";
import type { Say } from "@/text/texts";

type Props = {
  t: Say<"product">;
  amount: number | undefined;
  /** Whether it is what the parts cost one by one: nothing was ever sold together at that price. */
  ofParts?: boolean;
};

/** The price that was lowered: the word before it says what the line through it shows. */
export function WasPrice({ t, amount, ofParts = false }: Props) {
  if (amount === undefined) return null;
  return (
    <span className="figures font-normal whitespace-nowrap text-ink-2">
      {" "}
      {t(ofParts ? "product.separately" : "product.was")} <s>{formatMoney(amount)}</s>
    </span>
  );
}
