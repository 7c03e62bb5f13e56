"use client";

import { useState } from "react";
import { call } from "@/api/call";
import type { CancellationQuote } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { UnitDialog } from "@/parts/unit-dialog/unit-dialog";
import { useUnits } from "@/parts/unit-dialog/use-units";
import { cancellationTexts } from "@/text/areas/cancellation";
import { useText } from "@/text/use-text";
import { QuoteList } from "./quote-list";
import { useQuote } from "./use-quote";

type Props = {
  orderId: string;
  onClose: () => void;
  /** Units were canceled; the message says what is paid back. */
  onCanceled: (message: string) => void;
  /** It was refused, or the answer was lost: the order may have changed. */
  onFailed: () => void;
};

/** Cancels units of an order: which ones, and what they give back. */
export default function CancelDialog({ orderId, onClose, onCanceled, onFailed }: Props) {
  const t = useText(cancellationTexts);
  const chosen = useUnits(orderId);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { units } = chosen;
  const { quoted, again } = useQuote(orderId, units);
  const quote = quoted && "quote" in quoted ? quoted.quote : null;
  const problem = refusal ?? (quoted && "problem" in quoted ? quoted.problem : null);

  async function cancel(agreed: CancellationQuote) {
    if (isBusy) return;
    setRefusal(null);
    setBusy(true);
    const outcome = await call((api) =>
      api.POST("/order/cancellation/{id}", {
        params: { path: { id: orderId } },
        body: { units, agreedRefund: agreed.refund },
      }),
    );
    setBusy(false);
    if (outcome.ok) {
      onCanceled(outcome.answer.message ?? "");
      return;
    }
    setRefusal(outcome.message);
    chosen.reload();
    again();
    onFailed();
  }

  return (
    <UnitDialog
      title={t("cancellation.title")}
      units={chosen}
      none={t("cancellation.none")}
      keep={t("cancellation.keep")}
      submit={{
        label:
          quote && quote.refund > 0
            ? t("cancellation.submit-for", { amount: formatMoney(quote.refund) })
            : t("cancellation.submit"),
        appearance: "danger",
        isReady: quote !== null,
        onPress: () => quote && void cancel(quote),
      }}
      problem={problem}
      isBusy={isBusy}
      onChange={() => setRefusal(null)}
      onClose={onClose}
      summary={
        <section aria-labelledby="what-you-get-back" className="grid basis-full gap-2">
          <h3 id="what-you-get-back" className="text-base font-semibold">
            {t("cancellation.summary")}
          </h3>
          <div aria-live="polite" className="grid gap-2">
            {units.length === 0 ? <p className="text-sm text-ink-2">{t("cancellation.choose")}</p> : null}
            {units.length > 0 && quoted === null ? (
              <p className="text-sm text-ink-2">{t("cancellation.counting")}</p>
            ) : null}
            {quote ? <QuoteList t={t} quote={quote} /> : null}
          </div>
          {quote ? (
            <p className="text-sm text-ink-2">
              {t(quote.refund > 0 ? "cancellation.way" : "cancellation.nothing-back")}{" "}
              {t("cancellation.final")}
            </p>
          ) : null}
        </section>
      }
    />
  );
}
