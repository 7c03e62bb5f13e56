import Link from "next/link";
import type { Variant } from "@/api/types";
import { routes } from "@/lib/routes";
import type { Translate } from "@/text/texts";
import { saleKey, saleTexts } from "./cheaper-sales";

type Props = { t: Translate<"cheaper-sale" | "product">; variants: Variant[] };

/** The sales that sell variants of a product for less, one line each, with a link to its page. Renders nothing without a sale. */
export function CheaperSaleList({ t, variants }: Props) {
  const sales = saleTexts(t, variants);
  if (sales.length === 0) return null;
  return (
    <ul aria-label={t("cheaper-sale.title")} className="figures">
      {sales.map(({ sale, text }) => (
        <li key={saleKey(sale)}>
          <Link
            href={routes.cheaperSale(sale)}
            prefetch={false}
            className="inline-flex min-h-11 items-center text-ok underline underline-offset-4"
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
