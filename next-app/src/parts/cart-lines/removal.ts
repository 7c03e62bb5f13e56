import type { Cart, CartGroup, CartItem } from "@/api/types";
import type { Confirmation } from "@/parts/confirm-dialog/confirm-dialog";
import type { Translate } from "@/text/texts";
import { leavingWith, othersInWords } from "./leaving";
import { lineInWords, occasionText } from "./occasion";

/**
 * The confirmation before lines of a group are removed. It lists the lines, the lines that leave with them and, if they
 * have visits, the visits whose places will be released.
 */
export function removalOf(
  t: Translate<"cart-remove" | "place">,
  cart: Pick<Cart, "itemGroups">,
  group: CartGroup,
  items: CartItem[],
): Confirmation {
  const visits = occasionText(group.productDisplayName, items[0]?.performances ?? []);
  const message = [items.map((item) => lineInWords(t, group, item)).join("\n")];
  const others = othersInWords(t, leavingWith(cart, items));
  if (others) message.push(t("cart-remove.others", others));
  if (visits) message.push(visits, t("cart-remove.places"));
  return {
    title: t("cart-remove.title"),
    message,
    proceedText: t("cart-remove.proceed"),
    cancelText: t("cart-remove.keep"),
  };
}
