import type { Product } from "@/api/types";
import type { Sale } from "@/parts/performance-picker/sale";

/** The headings of a page with products, in the order in which they stand. */
export const sectionKinds = ["primary", "promotional", "secondary", "products"] as const;
export type SectionKind = (typeof sectionKinds)[number];

export type Section = {
  kind: SectionKind;
  /** The way by which what stands in it is sold. */
  sale: Sale;
  products: Product[];
};

/** What there is to choose from: a heading above nothing says nothing. */
export function filled(sections: Section[]): Section[] {
  return sections
    .map((section) => ({
      ...section,
      products: section.products.filter((product) => product.variants.length > 0),
    }))
    .filter((section) => section.products.length > 0);
}
