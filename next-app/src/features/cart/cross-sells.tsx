"use client";

import { useRouter } from "next/navigation";
import type { CartItem } from "@/api/types";
import { ProductSections } from "@/parts/product-sections/product-sections";
import type { Section } from "@/parts/product-sections/sections";
import { multiTexts } from "@/text/areas/multi";
import { useText } from "@/text/use-text";

/** The cross-sells for the cart's products. They are loaded again after an item is added. */
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
  return (
    <ProductSections
      sections={sections}
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
