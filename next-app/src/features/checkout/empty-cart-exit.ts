import { routes } from "@/lib/routes";

type Situation = { hasRemovedLines: boolean; ordered: boolean; selectionPath: string };

/** The page to which checkout redirects when the cart is empty, and whether that page explains why. */
export function emptyCartExit({ hasRemovedLines, ordered, selectionPath }: Situation): {
  path: string;
  explains: boolean;
} {
  // The cart page lists the lines that were removed.
  if (hasRemovedLines) return { path: routes.cart(), explains: false };
  if (ordered || selectionPath === routes.cart()) return { path: routes.cartRerouted(), explains: false };
  return { path: selectionPath, explains: true };
}
