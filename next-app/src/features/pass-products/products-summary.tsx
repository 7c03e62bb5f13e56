"use client";

import { formatCents, formatMoney } from "@/lib/money";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { passProductsTexts } from "@/text/areas/pass-products";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";
import { shortName } from "./product-options";
import { selectedOption, totalCents } from "./products-state";
import { continueButton, type Products } from "./use-products";

/** The choices with their total, and the Continue button. */
export function ProductsSummary({ products }: { products: Products }) {
  const t = useText(passProductsTexts);
  const { state, missing, isReady, saving, nameOf, finish } = products;
  const total = formatCents(totalCents(state));
  return (
    <aside className="grid gap-4">
      <ChoiceList products={products} total={total} />
      <BuyBar place="plain">
        <p className="whitespace-nowrap lg:hidden" aria-hidden="true">
          <span className="legend block">{t("pass-products.total")}</span>
          <span className="figures text-xl font-bold">{total}</span>
        </p>
        <Button
          name={continueButton}
          blocked={!isReady}
          busy={saving}
          aria-describedby="choices-missing"
          onClick={finish}
          className="max-w-56 flex-1 lg:max-w-none"
        >
          {t("pass-products.continue")}
        </Button>
      </BuyBar>
      <div id="choices-missing" className="max-lg:sr-only">
        <StatusLine visible>
          {isReady ? "" : t("pass-products.still-needed", { names: missing.map(nameOf).join(", ") })}
        </StatusLine>
      </div>
    </aside>
  );
}

function ChoiceList({ products: { state, nameOf }, total }: { products: Products; total: string }) {
  const t = useText(passProductsTexts);
  return (
    <section aria-labelledby="choices-title" className="card grid gap-3 p-4 lg:p-6">
      <h2 id="choices-title" className="text-lg">
        {t("pass-products.summary")}
      </h2>
      <ul className="grid gap-2">
        {state.map((card) => {
          const option = selectedOption(card);
          return (
            <li key={card.id} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0">
                {nameOf(card)}
                <span className="block text-sm text-ink-2">
                  {option ? shortName(option) : t("pass-products.not-chosen")}
                </span>
              </span>
              {option ? <span className="figures">{formatMoney(option.price)}</span> : null}
            </li>
          );
        })}
      </ul>
      <hr className="perforation" />
      <p className="flex items-baseline justify-between gap-4 font-semibold">
        {t("pass-products.total")}
        <span data-running-total className="figures text-2xl font-bold">
          {total}
        </span>
      </p>
      <p className="text-sm text-ink-2">{t("pass-products.before-tax")}</p>
    </section>
  );
}
