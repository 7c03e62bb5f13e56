"use client";

import { useEffect, useState } from "react";
import { call } from "@/api/call";
import type { Cancelable, CancellationQuote } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { alertTexts } from "@/text/areas/alert";
import { cancellationTexts } from "@/text/areas/cancellation";
import { loadingTexts } from "@/text/areas/loading";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Spinner } from "@/ui/spinner";
import { type Chosen, cancelableUnits, chosenUnits, withUnits } from "./chosen";
import { QuoteList } from "./quote-list";
import { UnitList } from "./unit-list";
import { useQuote } from "./use-quote";

type Props = {
  orderId: string;
  onClose: () => void;
  /** Units were canceled; the message says what is paid back. */
  onCanceled: (message: string) => void;
  /** It was refused, or the answer was lost: the order may have changed. */
  onFailed: () => void;
};

type State = { cancelable: Cancelable } | { problem: string } | null;

/** Cancels units of an order: which ones, and what they give back. */
export default function CancelDialog({ orderId, onClose, onCanceled, onFailed }: Props) {
  const t = useText(alertTexts, cancellationTexts, loadingTexts);
  const [state, setState] = useState<State>(null);
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  // `round` reads the units again, because they may have changed, for example in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` only starts the effect again.
  useEffect(() => {
    let isLatest = true;
    void (async () => {
      const path = { params: { path: { id: orderId } } };
      const outcome = await call<Cancelable>((api) => api.GET("/order/cancellation/{id}", path));
      if (isLatest) setState(outcome.ok ? { cancelable: outcome.answer } : { problem: outcome.message });
    })();
    return () => {
      isLatest = false;
    };
  }, [orderId, round]);

  const items = state && "cancelable" in state ? state.cancelable.items : [];
  const units = chosenUnits(items, chosen);
  const count = units.length;
  const { quoted, again } = useQuote(orderId, units);
  const quote = quoted && "quote" in quoted ? quoted.quote : null;
  const problem = refusal ?? (quoted && "problem" in quoted ? quoted.problem : null);
  const isPossible = items.some((item) => cancelableUnits(item).length > 0);

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
    setRound(round + 1);
    again();
    onFailed();
  }

  return (
    <Dialog
      title={t("cancellation.title")}
      open
      onClose={onClose}
      keepsOnPress
      isStatic={isBusy}
      withoutClose={isBusy}
      footer={
        isPossible ? (
          <>
            <Button appearance="secondary" disabled={isBusy} onClick={onClose}>
              {t("cancellation.keep")}
            </Button>
            <Button
              appearance="danger"
              disabled={quote === null}
              busy={isBusy}
              onClick={() => quote && void cancel(quote)}
            >
              {quote && quote.refund > 0
                ? t("cancellation.submit-for", { amount: formatMoney(quote.refund) })
                : t("cancellation.submit")}
            </Button>
          </>
        ) : null
      }
    >
      {state === null ? (
        <p role="status" className="flex items-center gap-3 py-4 text-ink-2">
          <Spinner />
          {t("loading.default")}
        </p>
      ) : null}
      {state && "problem" in state ? (
        <Alert
          tone="error"
          label={t("alert.error")}
          action={
            <Button appearance="secondary" onClick={() => setRound(round + 1)}>
              {t("alert.retry")}
            </Button>
          }
        >
          {state.problem}
        </Alert>
      ) : null}
      {state && "cancelable" in state && !isPossible ? <p>{t("cancellation.none")}</p> : null}
      <div className="grid gap-4">
        {items.map((item) => (
          <UnitList
            key={item.orderItemId}
            item={item}
            chosen={chosen}
            disabled={isBusy}
            onChange={(numbers, isChosen) => {
              setRefusal(null);
              setChosen(withUnits(chosen, item, numbers, isChosen));
            }}
          />
        ))}
        {isPossible ? (
          <section aria-labelledby="what-you-get-back" className="grid gap-3 rounded-card bg-sunken p-4">
            <h3 id="what-you-get-back" className="text-base font-semibold">
              {t("cancellation.summary")}
            </h3>
            <div aria-live="polite" className="grid gap-3">
              {count === 0 ? <p className="text-ink-2">{t("cancellation.choose")}</p> : null}
              {count > 0 && quoted === null ? (
                <p className="text-ink-2">{t("cancellation.counting")}</p>
              ) : null}
              {quote ? <QuoteList t={t} quote={quote} /> : null}
            </div>
            {quote ? (
              <p className="text-sm text-ink-2">
                {t(quote.refund > 0 ? "cancellation.way" : "cancellation.nothing-back")}{" "}
                {t("cancellation.final")}
              </p>
            ) : null}
            {problem === null ? null : (
              <Alert tone="error" label={t("alert.error")}>
                {problem}
              </Alert>
            )}
          </section>
        ) : null}
      </div>
    </Dialog>
  );
}
