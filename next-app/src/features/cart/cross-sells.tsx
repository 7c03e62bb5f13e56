"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { CartItem, Product } from "@/api/types";
import { ProductSections } from "@/parts/product-sections/product-sections";
import { filled, type Section } from "@/parts/product-sections/sections";
import { multiTexts } from "@/text/areas/multi";
import { useText } from "@/text/use-text";

/**
 * The cross-sells for the cart's products, without those that were in the cart when the page was opened. They are loaded
 * again after an item is added.
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
  const router = useRouter();
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
      onAdded={() => {
        onAdded();
        router.refresh();
      }}
    />
  );
}
