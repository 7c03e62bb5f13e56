"use client";

import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { passTexts } from "@/text/areas/pass";
import { passProductsTexts } from "@/text/areas/pass-products";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { StickyColumn } from "@/ui/sticky-column";
import type { Purpose } from "./fetch-products";
import { ProductCardView } from "./product-card";
import type { Choosing } from "./products-state";
import { ProductsSummary } from "./products-summary";
import { purposes } from "./purposes";
import { useCurrentChoices } from "./use-current-choices";
import { useProducts } from "./use-products";

type Props = {
  purpose: Purpose;
  choices: Choosing[];
  /** The message that says why the options of a pass could not be read; null if they were read. */
  problem: string | null;
  billingBlocked: boolean;
};

/** The page of the products of passes. It is empty for the moment in which Back reads the passes again. */
export function ProductsScreen({ choices, billingBlocked, ...page }: Props) {
  const current = useCurrentChoices(choices, billingBlocked);
  return current && <PassProducts {...page} {...current} />;
}

/** The shopper chooses a product for each pass. Each pass is shown in a separate box. */
function PassProducts({ purpose, choices, problem: initialProblem, billingBlocked }: Props) {
  const { title, intro } = purposes[purpose];
  const t = useText(alertTexts, pageTexts, passTexts, passProductsTexts);
  const products = useProducts(purpose, choices, initialProblem);
  const { state, problem, isInitialProblem, alert } = products;
  return (
    <div className="frame grid gap-6 sm:gap-8">
      <header className="grid gap-2">
        <h1 className="text-h1">{t(title)}</h1>
        <p className="text-ink-2">{t(intro)}</p>
      </header>
      {billingBlocked ? (
        <Alert tone="warning" label={t("alert.warning")} live={false}>
          {t("pass.billing-blocked")}
        </Alert>
      ) : null}
      {problem !== null ? (
        <Alert ref={alert} tone="error" label={t("alert.error")} live={!isInitialProblem}>
          {problem}
        </Alert>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8">
        <ul aria-label={t(title)} className="grid gap-4">
          {state.map((card) => (
            <li key={card.id}>
              <ProductCardView purpose={purpose} card={card} products={products} />
            </li>
          ))}
        </ul>
        <StickyColumn>
          <ProductsSummary products={products} />
        </StickyColumn>
      </div>
    </div>
  );
}
