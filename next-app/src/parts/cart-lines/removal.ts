import type { CartGroup, CartItem } from "@/api/types";
import { escapeHtml } from "@/lib/html";
import { ticketName } from "@/lib/ticket-name";
import type { Confirmation } from "@/parts/confirm-dialog/confirm-dialog";
import type { Say } from "@/text/texts";
import { occasionWords } from "./occasion";

/** The question before lines leave the cart: what is about to go, line by line, and what else that means. */
export function removalOf(t: Say<"cart-remove">, group: CartGroup, items: CartItem[]): Confirmation {
  const visits = occasionWords(group.productDisplayName, items[0]?.performances ?? []);
  const lines = items.map((item) =>
    t("cart-remove.line", {
      quantity: item.quantity,
      name: ticketName(item),
      product: group.productDisplayName,
    }),
  );
  const paragraphs = [lines.map(escapeHtml).join("<br>")];
  if (visits) paragraphs.push(escapeHtml(visits), escapeHtml(t("cart-remove.places")));
  return {
    titleHtml: escapeHtml(t("cart-remove.title")),
    messageHtml: paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join(""),
    proceedText: t("cart-remove.proceed"),
    cancelText: t("cart-remove.keep"),
  };
}
