"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from "react";
import type { Bundle, BundleStep } from "@/api/types";
import { saveAddedItems } from "@/flow/added-items";
import { pathAfter, saveSelectionPath } from "@/flow/sale-path";
import { saveUpdatedLine } from "@/flow/updated-line";
import { formatDay, formatShortDay, formatTime } from "@/lib/dates";
import { writeQuery } from "@/lib/history-entry";
import { formatCents } from "@/lib/money";
import { editedLine, routes } from "@/lib/routes";
import { BuyBar, RunningTotal, StartingPrice } from "@/parts/buy-bar/buy-bar";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { RetryAlert } from "@/parts/error-summary/retry-alert";
import { isExchanged } from "@/parts/exchange-notice/exchange-state";
import { useExchange } from "@/parts/exchange-notice/use-exchange";
import { ChoiceLine } from "@/parts/performance-picker/choice-line";
import type { Sale } from "@/parts/performance-picker/sale";
import { alertTexts } from "@/text/areas/alert";
import { bundleTexts } from "@/text/areas/bundle";
import { cartChangeTexts } from "@/text/areas/cart-change";
import { dialogTexts } from "@/text/areas/dialog";
import { loadingTexts } from "@/text/areas/loading";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";
import { textButtonClass } from "@/ui/text-button";
import { useInBrowser } from "@/ui/use-in-browser";
import {
  type BuilderEvent,
  type BuilderState,
  cartLines,
  hasChosen,
  kindOf,
  missing,
  type Totals,
  totalsOf,
} from "./bundle-state";
import type { EditedBundle } from "./edited-bundle";
import { Included } from "./included";
import { StepCard } from "./step-card";
import { notFound, useBuilder } from "./use-builder";
import { type FirstChoices, useStoredChoices } from "./use-stored-choices";

const DateChoice = lazy(() => import("./date-choice"));

/** The sale flow and promotion type of the bundle builder. */
const bundleSale: Sale = { saleFlowId: 9, specificPromotionTypeId: 19 };

type Props = {
  /** The bundle. Its lowest price is shown until a part is chosen. */
  bundle: Pick<Bundle, "id" | "fromPrice" | "fromPriceFor" | "isPricedByDate" | "orderFees">;
  /** The bundle's name. */
  name: string;
  /** The days on which the bundle is available, at least one. */
  dates: string[];
  /** The day that is chosen when the builder opens, unless the shopper has made choices on this page before. */
  day: string | null;
  /** The bundle of the cart that is edited; "gone" if the address names one that is not in the visitor's cart. */
  edited: EditedBundle | "gone" | null;
  /** The server-rendered summary, shown until the calendar has loaded. */
  summary: ReactNode;
};

/**
 * The bundle builder: the choice of a day, the steps, and the button that adds the bundle to the cart or updates the
 * bundle that is there.
 */
export function Builder({ bundle, name, dates, day, edited, summary }: Props) {
  const bundleId = bundle.id;
  const t = useText(bundleTexts, cartChangeTexts, productTexts);
  const hint = `${useId()}-hint`;
  const { line, isGone, onGone } = useEditedLine(edited);
  const { state, dispatch, loading } = useBuilder(bundleId, line?.lineId, onGone);
  const { save, isSaving, problem, setProblem, alert, question } = useSavedBundle(
    { bundleId, name, line, onGone },
    state,
    dispatch,
  );
  const panel = useRef<HTMLDivElement>(null);
  /**
   * Whether the shopper has made a choice. Until then focus does not move, because Back may have restored the choices.
   */
  const [touched, setTouched] = useState(false);
  const [first] = useState<FirstChoices>(line ?? { date: day, chosen: [] });
  useStoredChoices(bundleId, dates, first, state, dispatch);
  useRestoredFocus(panel, state, touched);

  const isRepeated = isExchanged(useExchange(), bundleId);
  const missingChoice = missing(state);
  const totals = totalsOf(state);
  const lackingText = missingChoice && missingText(t, missingChoice);

  function choose(event: BuilderEvent) {
    setTouched(true);
    setProblem(null);
    dispatch(event);
  }

  return (
    <div ref={panel} tabIndex={-1} className="grid gap-2 outline-none">
      <EditNotice line={line} isGone={isGone && problem === null} />
      <Day
        state={state}
        dates={dates}
        samePrice={!bundle.isPricedByDate}
        summary={summary}
        dispatch={choose}
      />
      <Failure state={state} dispatch={choose} />
      {loading && !state.steps ? (
        <div className="grid gap-2 py-3" aria-hidden="true">
          <div className="skeleton h-14" />
          <div className="skeleton h-14" />
          <div className="skeleton h-14" />
        </div>
      ) : null}
      <StatusLine>{loading ? t("bundle.loading") : ""}</StatusLine>
      <Dropped state={state} />
      <Steps state={state} dispatch={choose} />
      <ProblemAlert problem={problem} alert={alert} />
      <BuyBar place="panel" hint={{ id: hint, text: lackingText && !problem && !loading ? lackingText : "" }}>
        {missingChoice && !hasChosen(state) ? (
          <StartingPrice t={t} lowest={bundle.fromPrice} lowestFor={bundle.fromPriceFor} />
        ) : (
          <>
            <Saving totals={totals} />
            <RunningTotal
              t={t}
              cents={totals.cents}
              hasOrderFees={bundle.orderFees.length > 0 && !isRepeated}
            />
          </>
        )}
        <Button
          className="max-w-56 flex-1"
          blocked={missingChoice !== null}
          busy={isSaving && question === null}
          aria-describedby={hint}
          onClick={() => (lackingText ? setProblem(lackingText) : save())}
        >
          {t(line ? "cart-change.save" : "product.add-to-cart")}
        </Button>
      </BuyBar>
      {question}
    </div>
  );
}

/** How much the bundle saves. Renders nothing if its parts cost the same outside the bundle. */
function Saving({ totals: { cents, separately } }: { totals: Totals }) {
  const t = useText(bundleTexts);
  if (separately <= cents) return null;
  return (
    <p className="figures basis-full text-sm text-ok">
      {t("bundle.saving", { saving: formatCents(separately - cents), separately: formatCents(separately) })}
    </p>
  );
}

/** The bundle of the cart that is edited, as long as it is there. */
function useEditedLine(edited: Props["edited"]) {
  const [isGone, setIsGone] = useState(edited === "gone");
  useEffect(() => {
    // A reload then opens the builder without the message.
    if (isGone) writeQuery(editedLine, null);
  }, [isGone]);
  return { line: isGone || edited === "gone" ? null : edited, isGone, onGone: () => setIsGone(true) };
}

/** Says that the shopper edits a bundle of the cart, or that it is no longer there. */
function EditNotice({ line, isGone }: { line: EditedBundle | null; isGone: boolean }) {
  const t = useText(alertTexts, bundleTexts, dialogTexts);
  if (isGone)
    return (
      <Alert tone="info" label={t("alert.info")}>
        {t("bundle.line-gone")}
      </Alert>
    );
  if (!line || line.removed) return null;
  return (
    <Alert
      tone="info"
      label={t("alert.info")}
      live={false}
      action={
        <Link
          href={routes.cartLine(line.lineId)}
          prefetch={false}
          className={`-mx-2 -my-3 ${textButtonClass}`}
        >
          {t("dialog.cancel")}
        </Link>
      }
    >
      {t("bundle.editing")}
    </Alert>
  );
}

/** The message about the first missing or invalid choice. */
function missingText(t: Translate<"bundle">, { step, why }: NonNullable<ReturnType<typeof missing>>): string {
  const label = step?.uiLabel ?? "";
  switch (why?.reason) {
    case undefined:
      return t("bundle.date-missing");
    case "time":
      return t("bundle.time-missing", { step: label });
    case "minimum":
      return t("bundle.minimum-missing", { step: label, min: why.min });
    case "maximum":
      return t("bundle.maximum-exceeded", { step: label, max: why.max });
    case "quantity":
      return t("bundle.quantity-invalid", { step: label, variant: why.variant });
    case "delay": {
      const { earliest, minutes, other } = why;
      return t("bundle.too-early", { step: label, time: formatTime(earliest.slice(11, 16)), minutes, other });
    }
  }
}

type StateProps = { state: BuilderState; dispatch: (event: BuilderEvent) => void };

/** The chosen day, or the calendar. */
function Day({
  state,
  dates,
  samePrice,
  summary,
  dispatch,
}: StateProps & Pick<Props, "dates" | "summary"> & { samePrice: boolean }) {
  const t = useText(pickerTexts);
  const inBrowser = useInBrowser();
  /** A day of the month that the calendar shows when it is opened again. */
  const [shown, setShown] = useState(dates[0] ?? "");
  const { date } = state;
  if (date)
    return (
      <ChoiceLine
        t={t}
        value={formatDay(date)}
        onChange={() => {
          setShown(date);
          dispatch({ type: "dateReopened" });
        }}
      />
    );
  return (
    <section aria-label={t("picker.date")} className="grid gap-3 py-3">
      <h2 tabIndex={-1} data-open-step className="text-base">
        {t("picker.date")}
      </h2>
      {inBrowser ? (
        <Suspense fallback={summary}>
          <DateChoice
            dates={dates}
            samePrice={samePrice}
            focus={shown}
            onChoose={(chosen) => dispatch({ type: "dateChosen", date: chosen })}
          />
        </Suspense>
      ) : (
        summary
      )}
    </section>
  );
}

/** The message that says why the steps of the day could not be loaded. */
function Failure({ state: { failure }, dispatch }: StateProps) {
  const t = useText(alertTexts);
  if (!failure) return null;
  if (!failure.unavailable) {
    return <RetryAlert message={failure.message} onRetry={() => dispatch({ type: "retried" })} />;
  }
  return (
    <Alert tone="warning" label={t("alert.warning")}>
      {failure.message}
    </Alert>
  );
}

/** The choices that are not available on the chosen day. */
function Dropped({ state: { dropped, date } }: Pick<StateProps, "state">) {
  const t = useText(alertTexts, bundleTexts);
  if (dropped.length === 0 || !date) return null;
  return (
    <Alert tone="warning" label={t("alert.warning")}>
      {t("bundle.dropped", { date: formatDay(date) })}
      <ul className="list-disc pl-5">
        {dropped.map(({ name, time }) => (
          <li key={`${name} ${time}`}>{time ? t("bundle.dropped-time", { name }) : name}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Steps({ state, dispatch }: StateProps) {
  const t = useText(bundleTexts);
  if (!state.steps) return null;
  const isIncluded = (step: BundleStep) => kindOf(step) === "included";
  return (
    <>
      <h2 className="sr-only">{t("bundle.steps")}</h2>
      <ol aria-label={t("bundle.steps")}>
        {state.steps
          .filter((step) => !isIncluded(step))
          .map((step, index) => (
            <li key={step.promotionRuleId} className="border-b border-line">
              <StepCard number={index + 1} step={step} state={state} dispatch={dispatch} />
            </li>
          ))}
      </ol>
      <Included steps={state.steps.filter(isIncluded)} />
    </>
  );
}

/**
 * Adds the bundle to the cart and opens the page that follows the selection of products, or updates the edited bundle
 * and returns to it in the cart.
 */
function useSavedBundle(
  {
    bundleId,
    name,
    line,
    onGone,
  }: { bundleId: string; line: EditedBundle | null; onGone: () => void } & Pick<Props, "name">,
  state: BuilderState,
  dispatch: (event: BuilderEvent) => void,
) {
  const t = useText(bundleTexts, loadingTexts);
  const router = useRouter();
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  const { problem, setProblem, alert } = useProblem();
  const [isSaving, setSaving] = useState(false);

  async function save() {
    const { date } = state;
    if (date === null) return;
    setProblem(null);
    setSaving(true);
    const bundlePrice = totalsOf(state).cents / 100;
    const replaces = line ? [line.lineId] : undefined;
    const body = {
      ...bundleSale,
      items: cartLines(state),
      replaces,
      bundleId,
      bundleDate: date,
      bundlePrice,
    };
    const outcome = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/add", { body: { ...body, reSubmitContext } }),
      { busy: t(line ? "loading.update-cart" : "loading.add-to-cart") },
    );
    setSaving(false);
    if (outcome === "kept") {
      // The prices are loaded again, because the declined question may have been about changed prices.
      dispatch({ type: "repriced" });
      return;
    }
    if (!outcome.ok) {
      const isGone = line !== null && outcome.status === notFound;
      if (isGone) onGone();
      setProblem(isGone ? t("bundle.line-gone") : outcome.message);
      // The steps are loaded again, because another shopper may have taken a place. Choices that are still available
      // stay.
      if (isGone || outcome.status === 200) dispatch({ type: "repriced" });
      return;
    }
    if (line) {
      saveUpdatedLine(line.lineId);
      return router.push(routes.cartLine(line.lineId));
    }
    saveSelectionPath(`${window.location.pathname}${window.location.search}`);
    const passesInvolved = outcome.answer.proceedToPassFlow ?? false;
    if (!passesInvolved)
      saveAddedItems({ productId: bundleId, product: name, when: formatShortDay(date), tickets: [] });
    router.push(pathAfter("product-selection", { passesInvolved, installmentBilling: false }));
  }

  return { save, isSaving, problem, setProblem, alert, question };
}

/**
 * Keeps focus in the panel when the pressed element disappears. Focus moves to the calendar's heading when the calendar
 * opens again, to the open step after the steps have loaded or the last time of a product is chosen, and to the choice of
 * the next time before that. Until then it is on the panel. Focus does not move before the shopper's first choice.
 */
function useRestoredFocus(
  panel: RefObject<HTMLDivElement | null>,
  { date, steps, times }: BuilderState,
  touched: boolean,
) {
  const day = `${date} ${steps !== null}`;
  const before = useRef({ day, times });
  useEffect(() => {
    const { day: earlierDay, times: earlierTimes } = before.current;
    before.current = { day, times };
    const changed = Object.keys(times).find((id) => String(times[id]) !== String(earlierTimes[id]));
    if ((day === earlierDay && changed === undefined) || !touched) return;
    const lost = document.activeElement === document.body || document.activeElement === panel.current;
    if (!lost || panel.current === null) return;
    const nextTime = `[data-times-of="${CSS.escape(changed ?? "")}"]`;
    const next =
      (day === earlierDay ? panel.current.querySelector<HTMLElement>(nextTime) : null) ??
      panel.current.querySelector<HTMLElement>("[data-open-step]") ??
      panel.current.querySelector<HTMLElement>("details[open] fieldset legend, details[open] summary") ??
      panel.current;
    next.focus({ preventScroll: next === panel.current });
  }, [day, times, panel, touched]);
}
