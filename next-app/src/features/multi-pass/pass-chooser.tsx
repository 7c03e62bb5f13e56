"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useEffect, useId, useRef } from "react";
import type { Product } from "@/api/types";
import { writeQuery } from "@/lib/history-entry";
import { allPasses, routes } from "@/lib/routes";
import { FeesIncluded } from "@/parts/price/fees-included";
import { useSignInFor } from "@/parts/signed-in/use-sign-in";
import { alertTexts } from "@/text/areas/alert";
import { multiTexts } from "@/text/areas/multi";
import { multiPassTexts } from "@/text/areas/multi-pass";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";
import { StickyColumn } from "@/ui/sticky-column";
import { ChosenPasses } from "./chosen-passes";
import type { PassPage } from "./multi-pass-screen";
import { planDisclaimers } from "./plan-products";
import { ProductPasses } from "./product-passes";
import { type PassChooserState, usePassChooser } from "./use-pass-chooser";

type Props = { page: PassPage; byPlan: boolean };

/**
 * The choice of passes and their passholders, with the button that adds them to the cart. With `byPlan` this is the tab
 * of payment plans.
 */
export function PassChooser({ page, byPlan }: Props) {
  const t = useText(alertTexts, multiPassTexts, productTexts);
  const chooser = usePassChooser(page, byPlan);
  const showsAll = useShowsAll(page, chooser);
  const products = showsAll ? [...page.products, ...page.others] : page.products;
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="grid content-start gap-6 sm:gap-8">
        {chooser.hasRemovedPasses ? (
          <Alert tone="info" label={t("alert.info")}>
            {t("multi-pass.gone")}
          </Alert>
        ) : null}
        <ProductLists page={page} byPlan={byPlan} showsAll={showsAll} chooser={chooser} />
        <FeesIncluded t={t} products={products} />
        {byPlan
          ? planDisclaimers(withTerms(products, chooser)).map(([html, names]) => (
              <div key={html} className="grid gap-1 text-sm">
                <h3 className="font-semibold">{names.join(", ")}</h3>
                <div className="prose text-sm text-ink-2" dangerouslySetInnerHTML={{ __html: html }} />
              </div>
            ))
          : null}
      </div>
      <StickyColumn>
        <ChosenPasses chooser={chooser} byPlan={byPlan} />
      </StickyColumn>
    </div>
  );
}

/** The products whose plans have terms to show: those of the chosen passes, or of all passes if none is chosen. */
function withTerms(products: Product[], { chosen, hasVariant }: PassChooserState): Product[] {
  if (chosen.entries.length === 0) return products;
  return products.map((product) => ({
    ...product,
    variants: product.variants.filter(({ extProductVariantId }) => hasVariant(extProductVariantId)),
  }));
}

/**
 * Whether the other passes are shown too: if the shopper has asked for them or has chosen one of them, or if no pass has
 * the tag.
 */
function useShowsAll({ products, others }: PassPage, { hasVariant }: PassChooserState): boolean {
  const isAllRequested = useSearchParams().get(allPasses.name) === allPasses.value;
  return (
    isAllRequested ||
    products.length === 0 ||
    others.some(({ variants }) => variants.some(({ extProductVariantId }) => hasVariant(extProductVariantId)))
  );
}

/** The passes with the tag of the page, and the other passes if they are shown too. */
function ProductLists({
  page,
  byPlan,
  showsAll,
  chooser,
}: Props & { showsAll: boolean; chooser: PassChooserState }) {
  const t = useText(alertTexts, multiTexts, multiPassTexts);
  const id = useId();
  const signInFor = useSignInFor();
  // Whether the link to all passes was pressed. The heading of all passes then receives focus.
  const asks = useRef(false);
  const all = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (showsAll && asks.current) all.current?.focus();
    asks.current = false;
  }, [showsAll]);

  const card = (product: Product, first: boolean) => (
    <li key={product.id}>
      <ProductPasses
        product={product}
        state={chooser.chosen}
        byPlan={byPlan}
        first={first}
        signIn={signInFor(product)}
        dispatch={chooser.change}
        onAdd={chooser.add}
        onRemove={chooser.remove}
      />
    </li>
  );
  return (
    <>
      {page.products.length > 0 ? (
        <section aria-labelledby={`${id}-own`}>
          <h2 id={`${id}-own`} className="sr-only">
            {t("multi-pass.choose")}
          </h2>
          <ul className="grid gap-5 sm:gap-6">
            {page.products.map((product, index) => card(product, index === 0))}
          </ul>
        </section>
      ) : (
        <Alert tone="info" label={t("alert.info")} live={false}>
          {page.message ?? t("multi.empty")}
        </Alert>
      )}
      {page.others.length === 0 ? null : showsAll ? (
        <section aria-labelledby={`${id}-all`} className="grid gap-4">
          <h2 ref={all} id={`${id}-all`} tabIndex={-1} className="text-2xl">
            {t("multi-pass.all")}
          </h2>
          <ul className="grid gap-5 sm:gap-6">{page.others.map((product) => card(product, false))}</ul>
        </section>
      ) : (
        <ViewAll
          path={page.path}
          onView={() => {
            asks.current = true;
          }}
        />
      )}
    </>
  );
}

/**
 * The link that shows all passes. The page already contains them, so a plain click only changes the address, and typed
 * values stay.
 */
function ViewAll({ path, onView }: { path: string; onView: () => void }) {
  const t = useText(multiPassTexts);
  return (
    <p>
      <Link
        href={routes.withAllPasses(path)}
        prefetch={false}
        scroll={false}
        className={buttonClass("secondary")}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onView();
          writeQuery(allPasses.name, allPasses.value);
        }}
      >
        {t("multi-pass.view-all")}
      </Link>
    </p>
  );
}
