import type { CartItem } from "@/api/types";
import type { Translate } from "@/text/texts";

type Props = { t: Translate<"cart">; line: Pick<CartItem, "promotionName" | "promotionCode"> };

/** The promotion of a line, with the code that was typed for it. Renders nothing without a promotion. */
export function PromotionName({ t, line: { promotionName: name, promotionCode: code } }: Props) {
  if (!name) return null;
  return <span className="block text-sm text-ok">{code ? t("cart.with-code", { name, code }) : name}</span>;
}
