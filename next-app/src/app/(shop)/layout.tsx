import type { ReactNode } from "react";

/**
 * Pages from which a product can open in a dialog. Pages without links to products can be outside of this folder, because
 * the slot and the layout take a tenth of the time in which the server renders a page.
 */
export default function ShopLayout({ children, modal }: { children: ReactNode; modal: ReactNode }) {
  return (
    <>
      {children}
      {modal}
    </>
  );
}
