import type { Refusal } from "@/api/outcome";
import type { Cart, CartModifyLine } from "@/api/types";
import type { Translate } from "@/text/texts";
import { lineInWords } from "./occasion";
import { notFound } from "./use-modify";

/** Lines that the shopper has removed and can put back. */
export type Removal = {
  /** The lines with their quantities before the removal. */
  lines: CartModifyLine[];
  /** The lines in words. */
  names: string;
  /** The position of the first removed line's group. The notice stands there. */
  at: number;
  /** Why the lines could not be put back; null before the shopper tried. */
  problem: string | null;
};

/** What these changes remove from the cart; null if they remove nothing. */
export function removalBy(
  t: Translate<"cart-remove" | "seats">,
  { itemGroups }: Pick<Cart, "itemGroups">,
  changes: CartModifyLine[],
): Removal | null {
  const removed = new Set(changes.filter(({ quantity }) => quantity === 0).map(({ id }) => id));
  const leaving = itemGroups.flatMap((group, at) =>
    group.items.filter(({ id }) => removed.has(id)).map((item) => ({ group, item, at })),
  );
  const [first] = leaving;
  if (!first) return null;
  return {
    lines: leaving.map(({ item: { id, quantity } }) => ({ id, quantity })),
    names: leaving.map(({ group, item }) => lineInWords(t, group, item)).join("; "),
    at: first.at,
    problem: null,
  };
}

/** A removal that could not be undone, with the reason. */
export function refused(t: Translate<"cart">, removal: Removal, { status, message }: Refusal): Removal {
  const reason = status === notFound ? t("cart.undo-gone") : message;
  return { ...removal, problem: t("cart.undo-refused", { reason }) };
}
