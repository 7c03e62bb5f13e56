"use client";

import { lazy, Suspense, useState } from "react";
import type { CartItem, Product } from "@/api/types";
import type { Sale } from "@/parts/performance-picker/sale";
import { useSignInFor } from "@/parts/signed-in/use-sign-in";
import { columnClasses, columnsOf } from "@/ui/card-columns";
import { ProductRow } from "./product-row";
import type { Section } from "./sections";
import { SelectableProduct } from "./selectable-product";

const loadDialog = () => import("@/parts/buy-panel/select-dialog");
/** The dialog is loaded on demand, because reading the list needs no buy panel. */
const SelectDialog = lazy(loadDialog);

type Props = {
  sections: Section[];
  /** The items in the cart. */
  items: CartItem[];
  titleOf: (section: Section) => string;
  /** Whether the page's title already names the list. */
  titleHidden?: boolean;
  /** Whether the lists are the page's main content, so that their first picture is loaded with high priority. */
  main?: boolean;
  /** Whether each product is a single row, without its description and variants. */
  compact?: boolean;
  /** The earliest day that can be chosen, if there is a limit. */
  starting: string | null;
  onAdded: (passesInvolved: boolean) => void;
};

type Selected = { product: Product; sale: Sale; variantId: string | null };

/** Lists of products. Each product is bought in a dialog over the page. */
export function ProductSections(props: Props) {
  const { sections, items, titleOf, titleHidden = false, main = false, compact = false } = props;
  const { starting, onAdded } = props;
  const [selected, setSelected] = useState<Selected | null>(null);
  const signInFor = useSignInFor();
  return (
    <>
      {sections.map((section, sectionIndex) => (
        <section key={section.kind} className="grid gap-4" aria-labelledby={`section-${section.kind}`}>
          <h2
            id={`section-${section.kind}`}
            className={titleHidden ? "sr-only" : compact ? "text-lg" : "text-2xl"}
          >
            {titleOf(section)}
          </h2>
          <ul
            className={
              compact
                ? "card divide-y divide-line px-4 sm:px-6"
                : `grid gap-5 lg:gap-6 ${columnClasses(columnsOf(section.products.length))}`
            }
          >
            {section.products.map((product, index) => {
              const selection = {
                product,
                items,
                promotionCode: section.sale.promotionCode,
                signIn: signInFor(product),
                onApproach: () => void loadDialog(),
                onSelect: (variantId: string | null) =>
                  setSelected({ product, sale: section.sale, variantId }),
              };
              return (
                <li key={product.id}>
                  {compact ? (
                    <ProductRow {...selection} />
                  ) : (
                    <SelectableProduct
                      {...selection}
                      state={section.states?.[product.id]}
                      first={main && sectionIndex === 0 && index === 0}
                      wide={section.products.length === 1}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {selected ? (
        <Suspense>
          <SelectDialog
            {...selected}
            starting={starting}
            onClose={() => setSelected(null)}
            onAdded={(passesInvolved) => {
              setSelected(null);
              onAdded(passesInvolved);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
