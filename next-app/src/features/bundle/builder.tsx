"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from "react";
import type { BundleStep } from "@/api/types";
import { pathAfter, rememberSelectionPath } from "@/flow/sale-path";
import { formatDay } from "@/lib/dates";
import { BuyBar, RunningTotal } from "@/parts/buy-bar/buy-bar";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ChoiceLine } from "@/parts/performance-picker/choice-line";
import type { Sale } from "@/parts/performance-picker/sale";
import { alertTexts } from "@/text/areas/alert";
import { bundleTexts } from "@/text/areas/bundle";
import { loadingTexts } from "@/text/areas/loading";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Press } from "@/ui/press";
import { StatusLine } from "@/ui/status-line";
import { useInBrowser } from "@/ui/use-in-browser";
import { type BuilderEvent, type BuilderState, cartLines, kindOf, missing, totalCents } from "./bundle-state";
import { Included } from "./included";
import { StepCard } from "./step-card";
import { useBuilder } from "./use-builder";
import { useRemembered } from "./use-remembered";

const DateChoice = lazy(() => import("./date-choice"));

/** The sale flow and promotion type of the bundle builder. */
const bundleSale: Sale = { saleFlowId: 9, specificPromotionTypeId: 19 };

type Props = {
  bundleId: string;
  /** The days on which the bundle is available, at least one. */
  dates: string[];
  /** The server-rendered summary, shown until the calendar has loaded. */
  summary: ReactNode;
};

/** All steps from the day to the cart. */
export function Builder({ bundleId, dates, summary }: Props) {
  const t = useText(alertTexts, bundleTexts, loadingTexts, pickerTexts, productTexts);
  const id = useId();
  const router = useRouter();
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  const { state, dispatch, loading } = useBuilder(bundleId);
  const [problem, setProblem] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const inBrowser = useInBrowser();
  /** Focus moves on only after the shopper's own choices, not after choices restored by Back. */
  const [touched, setTouched] = useState(false);
  /** The month in which the calendar opens again. */
  const [shown, setShown] = useState(dates[0] ?? "");

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  useRemembered(bundleId, dates, state, dispatch);
  useFollowedFocus(panel, state, touched);

  const lacking = missing(state);
  const isIncluded = (step: BundleStep) => kindOf(step) === "included";

  function hint(): string {
    const step = lacking?.step?.uiLabel ?? "";
    switch (lacking?.why?.reason) {
      case undefined:
        return t("bundle.date-missing");
      case "time":
        return t("bundle.time-missing", { step });
      case "minimum":
        return t("bundle.minimum-missing", { step, min: lacking.why.min });
      case "maximum":
        return t("bundle.maximum-exceeded", { step, max: lacking.why.max });
      case "quantity":
        return t("bundle.quantity-invalid", { step, variant: lacking.why.variant });
    }
  }

  function choose(event: BuilderEvent) {
    setTouched(true);
    setProblem(null);
    dispatch(event);
  }

  async function add() {
    const { date } = state;
    if (date === null) return;
    setProblem(null);
    setAdding(true);
    const bundlePrice = totalCents(state) / 100;
    const body = { ...bundleSale, items: cartLines(state), bundleId, bundleDate: date, bundlePrice };
    const outcome = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/add", { body: { ...body, reSubmitContext } }),
      { busy: t("loading.add-to-cart") },
    );
    setAdding(false);
    if (outcome === "kept") {
      // The confirmation may have been about prices that the page no longer shows.
      dispatch({ type: "repriced" });
      return;
    }
    if (!outcome.ok) {
      setProblem(outcome.message);
      // Another shopper may have taken something: the steps are loaded again, and available choices stay.
      if (outcome.status === 200) dispatch({ type: "repriced" });
      return;
    }
    rememberSelectionPath(`${window.location.pathname}${window.location.search}`);
    router.push(
      pathAfter("product-selection", {
        passesInvolved: outcome.answer.proceedToPassFlow ?? false,
        installmentBilling: false,
      }),
    );
  }

  return (
    <div ref={panel} tabIndex={-1} className="grid gap-2 outline-none">
      {state.date ? (
        <ChoiceLine
          t={t}
          title={t("picker.date")}
          value={formatDay(state.date)}
          onChange={() => {
            setShown(state.date ?? shown);
            choose({ type: "dateReopened" });
          }}
        />
      ) : (
        <section aria-label={t("picker.date")} className="grid gap-3 py-3">
          <h2 tabIndex={-1} data-open-step className="text-base">
            {t("picker.date")}
          </h2>
          {inBrowser ? (
            <Suspense fallback={summary}>
              <DateChoice
                dates={dates}
                focus={shown}
                onChoose={(date) => choose({ type: "dateChosen", date })}
              />
            </Suspense>
          ) : (
            summary
          )}
        </section>
      )}

      {state.failure ? (
        <Alert
          tone={state.failure.unavailable ? "warning" : "error"}
          label={t(state.failure.unavailable ? "alert.warning" : "alert.error")}
          action={
            state.failure.unavailable ? undefined : (
              <Press
                className="font-semibold whitespace-nowrap underline"
                onClick={() => choose({ type: "retried" })}
              >
                {t("alert.retry")}
              </Press>
            )
          }
        >
          {state.failure.message}
        </Alert>
      ) : null}
      {loading && !state.steps ? (
        <div className="grid gap-2 py-3" aria-hidden="true">
          <div className="skeleton h-14" />
          <div className="skeleton h-14" />
          <div className="skeleton h-14" />
        </div>
      ) : null}
      <StatusLine>{loading ? t("bundle.loading") : ""}</StatusLine>

      {state.dropped.length > 0 && state.date ? (
        <Alert tone="warning" label={t("alert.warning")}>
          {t("bundle.dropped", { date: formatDay(state.date) })}
          <ul className="list-disc pl-5">
            {state.dropped.map(({ name, time }) => (
              <li key={`${name} ${time}`}>{time ? t("bundle.dropped-time", { name }) : name}</li>
            ))}
          </ul>
        </Alert>
      ) : null}

      {state.steps ? (
        <>
          <h2 className="sr-only">{t("bundle.steps")}</h2>
          <ol aria-label={t("bundle.steps")}>
            {state.steps
              .filter((step) => !isIncluded(step))
              .map((step, index) => (
                <li key={step.promotionRuleId} className="border-b border-line">
                  <StepCard number={index + 1} step={step} state={state} dispatch={choose} />
                </li>
              ))}
          </ol>
          <Included steps={state.steps.filter(isIncluded)} />
        </>
      ) : null}

      {problem ? (
        <Alert ref={alert} tone="error" label={t("alert.error")}>
          {problem}
        </Alert>
      ) : null}

      <BuyBar place="panel" hint={{ id: `${id}-hint`, text: lacking && !problem && !loading ? hint() : "" }}>
        <RunningTotal t={t} cents={totalCents(state)} />
        <Button
          className="max-w-56 flex-1"
          blocked={lacking !== null}
          busy={adding && question === null}
          aria-describedby={`${id}-hint`}
          onClick={() => (lacking ? setProblem(hint()) : add())}
        >
          {t("product.add-to-cart")}
        </Button>
      </BuyBar>

      {question}
    </div>
  );
}

/**
 * Keeps focus in the panel when the pressed element disappears: on the calendar's heading when it opens again, on the
 * open step once the steps have loaded, until then on the panel. Moves nothing before the shopper's first choice.
 */
function useFollowedFocus(
  panel: RefObject<HTMLDivElement | null>,
  { date, steps, times }: BuilderState,
  touched: boolean,
) {
  const place = `${date} ${steps !== null} ${Object.values(times).join(" ")}`;
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    if (!touched) return;
    const lost = document.activeElement === document.body || document.activeElement === panel.current;
    if (!lost || panel.current === null) return;
    const next =
      panel.current.querySelector<HTMLElement>("[data-open-step]") ??
      panel.current.querySelector<HTMLElement>("details[open] fieldset legend, details[open] summary") ??
      panel.current;
    next.focus({ preventScroll: next === panel.current });
  }, [place, panel, touched]);
}
