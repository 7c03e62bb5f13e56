import type { CartGroup, CartItem } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import type { Confirmation } from "@/parts/confirm-dialog/confirm-dialog";
import type { Translate } from "@/text/texts";
import { holderName, occasionText } from "./occasion";

/**
 * The confirmation before lines are removed. It lists the lines and, if they have visits, the visits whose places will
 * be released.
 */
export function removalOf(t: Translate<"cart-remove">, group: CartGroup, items: CartItem[]): Confirmation {
  const visits = occasionText(group.productDisplayName, items[0]?.performances ?? []);
  const lines = items.map((item) =>
    t("cart-remove.line", {
      quantity: item.quantity,
      name: [ticketName(item), holderName(item)].filter(Boolean).join(", "),
      product: group.productDisplayName,
    }),
  );
  const message = [lines.join("\n")];
  if (visits) message.push(visits, t("cart-remove.places"));
  return {
    title: t("cart-remove.title"),
    message,
    proceedText: t("cart-remove.proceed"),
    cancelText: t("cart-remove.keep"),
  };
}
