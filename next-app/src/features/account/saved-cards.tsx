"use client";

import { useRef, useState } from "react";
import { call } from "@/api/call";
import { keys, useApi } from "@/api/swr";
import type { SavedPayment } from "@/api/types";
import { savedCardName } from "@/parts/card-name/card-name";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { cardTexts } from "@/text/areas/card";
import { savedTexts } from "@/text/areas/saved";
import { useText } from "@/text/use-text";
import { StatusLine } from "@/ui/status-line";
import { TextButton } from "@/ui/text-button";
import { places } from "./profile-sections";

/** The parts of a month such as `2030-12`. */
function expiryOf(month: string) {
  const [year = "", number = ""] = month.split("-");
  return { month: number, year };
}

/** The account's saved cards, each with a button to remove it. */
export function SavedCards({ cards: first }: { cards: SavedPayment[] }) {
  const t = useText(cardTexts, savedTexts);
  const { data: cards = first, mutate } = useApi(
    keys.savedPayments,
    (api) => api.GET("/account/saved-payment"),
    { fallbackData: first },
  );
  const { ask, question } = useQuestion();
  const [removed, setRemoved] = useState<string | null>(null);
  const { problem, setProblem, alert } = useProblem();
  const title = useRef<HTMLHeadingElement>(null);

  async function remove({ extAccountStoredPaymentId }: SavedPayment, card: string) {
    const sure = await ask({
      title: t("saved.remove-of", { card }),
      message: [t("saved.remove-question")],
      proceedText: t("saved.remove"),
    });
    if (!sure) return;
    setProblem(null);
    setRemoved(null);
    const body = { extAccountStoredPaymentId };
    const outcome = await call((api) => api.POST("/account/remove-saved-payment", { body }));
    // A card that was already removed is treated as removed now.
    if (outcome.ok || outcome.status === 404) {
      setRemoved(t("saved.removed", { card }));
      title.current?.focus();
    } else setProblem(outcome.message);
    await mutate();
  }

  return (
    <section aria-labelledby={places.cards} className="card grid gap-2 px-4 py-5 sm:p-6">
      <h2 id={places.cards} ref={title} tabIndex={-1} className="scroll-mt-4 text-xl">
        {t("saved.title")}
      </h2>
      <StatusLine visible={removed !== null}>{removed}</StatusLine>
      <ProblemAlert problem={problem} alert={alert} />
      {cards.length === 0 ? (
        <p className="text-ink-2">{t("saved.none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {cards.map((saved) => {
            const card = savedCardName(t, saved);
            return (
              <li
                key={saved.extAccountStoredPaymentId}
                className="flex flex-wrap items-center justify-between gap-x-6 py-2"
              >
                <span className="figures">
                  {card}
                  {saved.cardValidThrough ? (
                    <span className="block text-sm text-ink-2">
                      {t("saved.expires", expiryOf(saved.cardValidThrough))}
                    </span>
                  ) : null}
                </span>
                <TextButton onClick={() => remove(saved, card)} aria-label={t("saved.remove-of", { card })}>
                  {t("saved.remove")}
                </TextButton>
              </li>
            );
          })}
        </ul>
      )}
      {question}
    </section>
  );
}
