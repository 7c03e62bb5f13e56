import { routes } from "@/lib/routes";

type Situation = { hasRemovedLines: boolean; ordered: boolean; selectionPath: string };

/**
 * The page to which checkout redirects when the cart is empty. `explains` says whether that page must show a message;
 * the cart page already explains an empty cart.
 */
export function emptyCartExit({ hasRemovedLines, ordered, selectionPath }: Situation): {
  path: string;
  explains: boolean;
} {
  // The cart page lists the lines that a revision removed.
  if (hasRemovedLines) return { path: routes.cart(), explains: false };
  if (ordered || selectionPath === routes.cart()) return { path: routes.cartRerouted(), explains: false };
  return { path: selectionPath, explains: true };
}
