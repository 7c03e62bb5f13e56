"use client";

import { useEffect, useRef, useState } from "react";
import type { Cart, CartGroup, CartItem } from "@/api/types";
import { formatCents, toCents } from "@/lib/money";
import { ticketName } from "@/lib/ticket-name";
import { codeLine } from "@/parts/cart-code/code-lines";
import { useReplaceLines } from "@/parts/cart-code/use-replace-lines";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { type OfferedPasses, passOffers } from "@/parts/pass-offer/pass-offers";
import { newPassSale } from "@/parts/performance-picker/sale";
import { alertTexts } from "@/text/areas/alert";
import { passOfferTexts } from "@/text/areas/pass-offer";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { ScriptButton } from "@/ui/script-button";

type Pass = { group: CartGroup; item: CartItem; passOffer?: CartItem["passOffer"] };

/**
 * The offers that sell passes of the cart for less. One press buys the passes again with the offer, for the same
 * passholders.
 */
export default function PassOffers({ cart }: { cart: Cart }) {
  const t = useText(alertTexts, passOfferTexts);
  const { ask, question } = useQuestion();
  const replace = useReplaceLines(ask);
  const { problem, setProblem, alert } = useProblem();
  /** What the last press did; null before it. */
  const [news, setNews] = useState<string | null>(null);
  const result = useRef<HTMLDivElement>(null);
  // The pressed button has disappeared with its offer.
  useEffect(() => {
    if (news !== null) result.current?.focus();
  }, [news]);

  const passes: Pass[] = cart.itemGroups.flatMap((group) =>
    group.items.map((item) => ({ group, item, passOffer: item.passOffer })),
  );

  async function apply({ offer, passes }: OfferedPasses<Pass>) {
    setProblem(null);
    setNews(null);
    const lines = passes.map(({ group, item }) => codeLine(group, item));
    const replaced = await replace(lines, newPassSale([offer.tag]), t("pass-offer.using"));
    if (replaced === "kept") return;
    if (replaced.ok) setNews(t("pass-offer.used", { offer: offer.title, saved: savedOn(passes) }));
    else setProblem(replaced.message);
  }

  return (
    <div className="grid gap-3 empty:hidden">
      <ProblemAlert problem={problem} alert={alert} />
      {news === null ? null : (
        <Alert ref={result} tone="success" label={t("alert.success")}>
          {news}
        </Alert>
      )}
      {passOffers(passes).map((offered) => (
        <Alert
          key={offered.offer.title}
          tone="info"
          label={t("alert.info")}
          live={false}
          action={
            <ScriptButton
              aria-label={t("pass-offer.use-of", { offer: offered.offer.title })}
              className="-my-2.5 min-h-11 flex-none font-semibold underline underline-offset-4"
              onClick={() => apply(offered)}
            >
              {t("pass-offer.use")}
            </ScriptButton>
          }
        >
          {t("pass-offer.save", {
            offer: offered.offer.title,
            saved: savedOn(offered.passes),
            passes: namesOf(offered.passes),
          })}
        </Alert>
      ))}
      {question}
    </div>
  );
}

function savedOn(passes: OfferedPasses<Pass>["passes"]): string {
  const cents = passes.map(
    ({ item, passOffer }) => toCents(item.displayPrice) - toCents(passOffer.displayPrice),
  );
  return formatCents(cents.reduce((sum, each) => sum + each, 0));
}

/** The names of passes in a sentence. */
function namesOf(passes: Pass[]): string {
  const names = new Set(passes.map(({ item }) => ticketName(item)));
  return new Intl.ListFormat("en-US").format(names);
}
