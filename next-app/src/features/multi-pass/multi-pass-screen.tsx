"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import type { Product } from "@/api/types";
import { writeQuery } from "@/lib/history-entry";
import { routes } from "@/lib/routes";
import type { Sale } from "@/parts/performance-picker/sale";
import { multiTexts } from "@/text/areas/multi";
import { multiPassTexts } from "@/text/areas/multi-pass";
import { useText } from "@/text/use-text";
import { Tabs } from "@/ui/tabs";
import { PassChooser } from "./pass-chooser";

export type PassPage = {
  sale: Sale;
  path: string;
  /** Products with the tag of the page. */
  products: Product[];
  /** Products that have only the tag of all passes. They are shown on request. */
  others: Product[];
  /** The message if no product with the tag of the page is on sale; null if one is. */
  message: string | null;
  /** How long typed values are stored, in seconds. */
  keptFor: number;
};

/** The query parameter that opens the page on the tab of payment plans. */
const byPlanQuery = "installmentBilling";

/** A list of passes. The shopper enters the passholder of each chosen pass on the page. */
export function MultiPassScreen({ page, children }: { page: PassPage; children: ReactNode }) {
  const t = useText(multiTexts, multiPassTexts);
  const isPlanTabOpen = useSearchParams().get(byPlanQuery) === "true";
  const hasPlans = [...page.products, ...page.others].some((product) =>
    product.variants.some((variant) => variant.installmentBillingPlanId),
  );
  const byPlan = isPlanTabOpen && hasPlans;
  return (
    <div className="frame grid gap-6 sm:gap-8">
      <header className="grid gap-2">
        {children}
        <p className="max-w-prose text-ink-2">{t("multi-pass.intro")}</p>
        <p>
          <Link
            href={routes.passes()}
            prefetch={false}
            className="inline-flex min-h-11 items-center underline"
          >
            {t("multi-pass.compare")}
          </Link>
        </p>
      </header>
      <noscript>
        <p className="font-semibold">{t("multi.no-script")}</p>
      </noscript>
      {hasPlans ? (
        <Tabs
          label={t("multi-pass.how")}
          tabs={[
            { id: "full", text: t("multi-pass.full-price") },
            { id: "plan", text: t("multi-pass.payment-plan") },
          ]}
          chosen={byPlan ? "plan" : "full"}
          onChoose={(id) => writeQuery(byPlanQuery, id === "plan" ? "true" : null)}
        >
          <PassChooser page={page} byPlan={byPlan} />
        </Tabs>
      ) : (
        <PassChooser page={page} byPlan={false} />
      )}
    </div>
  );
}
