import type { Refusal } from "@/api/outcome";
import type { Cart, CartModifyLine } from "@/api/types";
import type { Translate } from "@/text/texts";
import { leavingWith, namesOf, othersInWords } from "./leaving";
import { notFound } from "./use-modify";

/** Lines that the shopper has removed, with the lines that left because their host did. All can be put back together. */
export type Removal = {
  /** The lines with their quantities before the removal. */
  lines: CartModifyLine[];
  /** The lines in words. */
  names: string;
  /** Says which lines were removed, and why the others left with them. */
  notice: string;
  /** The position of the first removed line's group. The notice stands there. */
  at: number;
  /** Why the lines could not be put back; null before the shopper tried. */
  problem: string | null;
};

/** What these changes remove from the cart; null if they remove nothing. */
export function removalBy(
  t: Translate<"cart" | "cart-remove" | "place">,
  cart: Pick<Cart, "itemGroups">,
  changes: CartModifyLine[],
): Removal | null {
  const leaving = leavingWith(
    cart,
    changes.filter(({ quantity }) => quantity === 0),
  );
  const lines = [...leaving.chosen, ...leaving.others];
  const [first] = lines;
  if (!first) return null;
  const others = othersInWords(t, leaving);
  return {
    lines: lines.map(({ item: { id, quantity } }) => ({ id, quantity })),
    names: namesOf(t, lines),
    notice: [
      t("cart.taken-out", { items: namesOf(t, leaving.chosen) }),
      ...(others ? [t("cart.taken-out-too", others)] : []),
    ].join(" "),
    at: first.at,
    problem: null,
  };
}

/** A removal that could not be undone, with the reason. */
export function refused(t: Translate<"cart">, removal: Removal, { status, message }: Refusal): Removal {
  const reason = status === notFound ? t("cart.undo-gone") : message;
  return { ...removal, problem: t("cart.undo-refused", { reason }) };
}
