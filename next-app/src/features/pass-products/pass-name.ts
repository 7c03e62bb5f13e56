import type { Translate } from "@/text/texts";
import type { Purpose } from "./fetch-products";
import type { Choosing } from "./products-state";

/**
 * The name of a pass on this page: its passholder, the ticket that it upgrades, and its number or code. New passes
 * without a name are numbered if there are several.
 */
export function passName(
  t: Translate<"pass" | "pass-products">,
  purpose: Purpose,
  choices: readonly Choosing[],
  id: string,
): string {
  const pass = choices.find((choice) => choice.pass.extCartTicketId === id)?.pass;
  const nameless = choices.filter((choice) => fullName(choice) === "");
  const position = nameless.findIndex((choice) => choice.pass.extCartTicketId === id);
  const number = purpose === "renewal" && nameless.length > 1 ? ` ${position + 1}` : "";
  const ticket = [pass?.upgradedProductName, pass?.upgradedVariantName].filter(Boolean).join(", ");
  const unnamed = purpose === "upgrade" ? ticket || t("pass-products.ticket") : t("pass.new");
  const name = [pass ? fullName({ pass }) : "", ticket].filter(Boolean).join(", ") || `${unnamed}${number}`;
  const code = pass?.platformAccountId ?? pass?.upgradedMediaCode;
  return code ? t("pass.named", { name, id: code }) : name;
}

function fullName({ pass }: Pick<Choosing, "pass">): string {
  return `${pass.firstName} ${pass.lastName}`.trim();
}
