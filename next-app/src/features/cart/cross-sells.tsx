"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { CartItem, Product } from "@/api/types";
import { ProductSections } from "@/parts/product-sections/product-sections";
import { filled, type Section } from "@/parts/product-sections/sections";
import { multiTexts } from "@/text/areas/multi";
import { useText } from "@/text/use-text";

/**
 * The cross-sells for the cart's products, without those that were in the cart when the page was opened. They are loaded
 * again when other products are in the cart, because what is offered and its price depend on them.
 */
export default function CrossSells({
  sections,
  items,
  onAdded,
}: {
  sections: Section[];
  items: CartItem[];
  onAdded: () => void;
}) {
  const t = useText(multiTexts);
  useRefreshOfNewProducts(items);
  const [chosenBefore] = useState(() => new Set(items.map(({ productVariantId }) => productVariantId)));
  const isNew = ({ variants }: Product) =>
    variants.every(({ extProductVariantId }) => !chosenBefore.has(extProductVariantId));
  const offered = sections.map((section) => ({ ...section, products: section.products.filter(isNew) }));
  return (
    <ProductSections
      sections={filled(offered)}
      compact
      items={items}
      titleOf={({ kind }) => t(`multi.${kind}`)}
      starting={null}
      onAdded={onAdded}
    />
  );
}

/** Loads the page's data again when items have variants that were not in the cart before, or no longer have some. */
function useRefreshOfNewProducts(items: CartItem[]) {
  const router = useRouter();
  const variants = [...new Set(items.map(({ productVariantId }) => productVariantId))].sort().join();
  const loaded = useRef(variants);
  useEffect(() => {
    if (loaded.current === variants) return;
    loaded.current = variants;
    router.refresh();
  }, [router, variants]);
}
