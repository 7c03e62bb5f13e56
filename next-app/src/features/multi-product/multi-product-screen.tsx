"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useCart, useMiniCart } from "@/api/swr";
import type { Step } from "@/flow/next-step";
import { pathAfter, saveSelectionPath } from "@/flow/sale-path";
import { AddedNotice, useAddedItems } from "@/parts/added-notice/added-notice";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { ProductSections } from "@/parts/product-sections/product-sections";
import type { Section } from "@/parts/product-sections/sections";
import { multiTexts } from "@/text/areas/multi";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";

type Props = {
  /** The step of the sale that this page represents. */
  step: Extract<Step, "product-selection" | "pass-add-ons" | "non-pass-add-ons">;
  sections: Section[];
  /** The earliest day that can be chosen; null if there is no limit. */
  starting: string | null;
  /** The title and description of the page, rendered on the server. */
  children: ReactNode;
};

/** A list of products. Each product is chosen in a dialog over the page. */
export function MultiProductScreen({ step, sections, starting, children }: Props) {
  const t = useText(multiTexts);
  const [passesInvolved, setPassesInvolved] = useState(false);
  const { added, note } = useAddedItems();
  const { data: mini } = useMiniCart();
  // The cart is loaded only if it has items.
  const { data: cart } = useCart({}, Boolean(mini?.itemCount));
  const isSelection = step === "product-selection";
  // `passesInvolved` is lost in a reload. Incomplete passes in the cart also show that passes are involved.
  const hasOpenPasses = (cart?.openPasses ?? 0) > 0;
  const nextPath = pathAfter(step, {
    passesInvolved: passesInvolved || hasOpenPasses,
    installmentBilling: false,
  });

  function onAdded(passes: boolean) {
    if (passes) setPassesInvolved(true);
    note();
    if (isSelection) saveSelectionPath(`${window.location.pathname}${window.location.search}`);
  }

  return (
    <div className="frame grid gap-8 sm:gap-10">
      <header className="grid gap-x-8 gap-y-4 sm:flex sm:items-end sm:justify-between">
        <div className="grid min-w-0 gap-2">
          {children}
          <AddedNotice added={added} groups={undefined} />
        </div>
        {/* On phones and tablets the bar at the bottom is always visible, so the page has no second button there. */}
        <Link
          href={nextPath}
          prefetch={false}
          className={`${buttonClass(isSelection ? "secondary" : "primary")} flex-none max-lg:hidden`}
        >
          {t("multi.continue")}
        </Link>
      </header>
      <noscript>
        <p className="font-semibold">{t("multi.no-script")}</p>
      </noscript>
      <ProductSections
        main
        sections={sections}
        items={cart?.itemGroups.flatMap((group) => group.items) ?? []}
        // On a selection page with only one list, the title of the list is hidden, because the page's title already
        // names it.
        titleHidden={isSelection && sections.length === 1}
        titleOf={({ kind }) => (isSelection && kind === "products" ? t("multi.choose") : t(`multi.${kind}`))}
        starting={starting}
        onAdded={onAdded}
      />
      <nav aria-label={t("multi.steps")} className="contents">
        <BuyBar place="plain" className="lg:justify-end">
          {isSelection ? null : (
            <p className="min-w-0 flex-1 text-sm text-ink-2 lg:text-right">{t("multi.without")}</p>
          )}
          <Link
            href={nextPath}
            prefetch={false}
            className={`${buttonClass("primary")} ${isSelection ? "max-lg:w-full" : ""} min-w-48`}
          >
            {t("multi.continue")}
          </Link>
        </BuyBar>
      </nav>
    </div>
  );
}
