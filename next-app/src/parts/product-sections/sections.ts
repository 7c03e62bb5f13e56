import type { Product, SaleState } from "@/api/types";
import type { Sale } from "@/parts/performance-picker/sale";

/** The kinds of sections on a page of products, in the order of the page. */
export const sectionKinds = ["primary", "promotional", "secondary", "products"] as const;
export type SectionKind = (typeof sectionKinds)[number];

export type Section = {
  kind: SectionKind;
  /** The sale context of its products. */
  sale: Sale;
  products: Product[];
  /** Why products cannot be bought on any day, by id, if the page knows it. */
  states?: Readonly<Record<string, SaleState>>;
};

/** The sections that have products with variants. */
export function filled(sections: Section[]): Section[] {
  return sections
    .map((section) => ({
      ...section,
      products: section.products.filter((product) => product.variants.length > 0),
    }))
    .filter((section) => section.products.length > 0);
}
