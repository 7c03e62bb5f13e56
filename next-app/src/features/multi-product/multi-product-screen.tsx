"use client";

import Link from "next/link";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { keys, useApi, useMiniCart } from "@/api/swr";
import type { Cart, Product } from "@/api/types";
import type { Step } from "@/flow/next-step";
import { pathAfter, rememberSelectionPath } from "@/flow/sale-path";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import type { Sale } from "@/parts/performance-picker/sale";
import { multiTexts } from "@/text/areas/multi";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";
import { ProductCard } from "./product-card";
import type { Section } from "./sections";

const loadDialog = () => import("@/parts/buy-panel/select-dialog");
/** Nobody needs the panel that buys to read what there is. */
const SelectDialog = lazy(loadDialog);

type Props = {
  /** The step of the sale that the page is. */
  step: Extract<Step, "product-selection" | "pass-add-ons" | "non-pass-add-ons">;
  sections: Section[];
  /** The day before which nothing is asked for. */
  starting: string | null;
  /** Title and words of the page, from the server. */
  children: ReactNode;
};

type Selected = { product: Product; sale: Sale; variantId: string | null };

/** Products to choose from, each bought in a dialog over the page. */
export function MultiProductScreen({ step, sections, starting, children }: Props) {
  const t = useText(multiTexts);
  const [selected, setSelected] = useState<Selected | null>(null);
  const [passesInvolved, setPassesInvolved] = useState(false);
  const { data: mini } = useMiniCart();
  // Who has nothing in the cart has nothing to ask for.
  const { data: cart } = useApi<Cart>(mini?.itemCount ? keys.cart : null, (api) => api.GET("/cart"));
  const items = cart?.itemGroups.flatMap((group) => group.items) ?? [];
  const isSelection = step === "product-selection";
  const onward = pathAfter(step, { passesInvolved, installmentBilling: false });

  function added(passes: boolean) {
    setSelected(null);
    if (passes) setPassesInvolved(true);
    if (isSelection) rememberSelectionPath(`${window.location.pathname}${window.location.search}`);
  }

  return (
    <div className="frame grid gap-8 sm:gap-10">
      <header className="grid gap-x-8 gap-y-4 sm:flex sm:items-end sm:justify-between">
        <div className="grid min-w-0 gap-2">
          {children}
          {isSelection ? null : <p className="text-ink-2">{t("multi.without")}</p>}
        </div>
        <Link href={onward} prefetch={false} className={`${buttonClass("secondary")} flex-none`}>
          {t("multi.continue")}
        </Link>
      </header>
      <noscript>
        <p className="font-semibold">{t("multi.no-script")}</p>
      </noscript>
      {sections.map((section, sectionIndex) => (
        <section key={section.kind} className="grid gap-4" aria-labelledby={`section-${section.kind}`}>
          <h2
            id={`section-${section.kind}`}
            // A page with one list is named by its title already.
            className={isSelection && sections.length === 1 ? "sr-only" : "text-2xl"}
          >
            {isSelection && section.kind === "products" ? t("multi.choose") : t(`multi.${section.kind}`)}
          </h2>
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
            {section.products.map((product, index) => (
              <li key={product.id}>
                <ProductCard
                  product={product}
                  items={items}
                  first={sectionIndex === 0 && index < 3}
                  onApproach={() => void loadDialog()}
                  onSelect={(variantId) => setSelected({ product, sale: section.sale, variantId })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <nav aria-label={t("multi.steps")} className="contents">
        <BuyBar place="plain" className="lg:justify-end">
          <Link
            href={onward}
            prefetch={false}
            className={`${buttonClass("primary")} max-lg:w-full lg:min-w-48`}
          >
            {t("multi.continue")}
          </Link>
        </BuyBar>
      </nav>
      {selected ? (
        <Suspense>
          <SelectDialog {...selected} starting={starting} onClose={() => setSelected(null)} onAdded={added} />
        </Suspense>
      ) : null}
    </div>
  );
}
