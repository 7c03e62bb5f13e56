"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useReducer, useRef, useState } from "react";
import { call } from "@/api/call";
import { useCartChange } from "@/api/swr";
import type { CartPasses, StateProvince } from "@/api/types";
import { pathAfter } from "@/flow/sale-path";
import { holderBody } from "@/lib/passholder-rules";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { preloadQuestion, useQuestion } from "@/parts/confirm-dialog/use-question";
import { ErrorSummary } from "@/parts/error-summary/error-summary";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { passTexts } from "@/text/areas/pass";
import { passDemographicsTexts } from "@/text/areas/pass-demographics";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { StatusLine } from "@/ui/status-line";
import { useLeading } from "@/ui/use-leading";
import {
  demographics,
  isBlocked,
  isRenewal,
  isRight,
  nameOf,
  newCards,
  nextBlocked,
  opened,
  type PassCard,
  statusOf,
} from "./demographics-state";
import { headingOf, messageOf, PassCardView } from "./pass-card";
import { useDraft } from "./use-draft";

type Props = {
  initial: CartPasses;
  states: StateProvince[];
  /** Seconds. */
  sessionTimeout: number;
};

/** Where on the page something went wrong, and what the shop said to it. */
type Problem = { at: "page" | "add" | string; message: string | null };

const continueButton = "continue";

/** Whom the passes of the cart are for: one card each, and the way on once all of them are complete. */
export function DemographicsScreen({ initial, states, sessionTimeout }: Props) {
  const t = useText(alertTexts, pageTexts, passTexts, passDemographicsTexts);
  const router = useRouter();
  const changeCart = useCartChange();
  const { ask, question } = useQuestion();
  const [state, dispatch] = useReducer(demographics, null, () =>
    opened(
      initial.passes,
      states.map(({ abbreviation }) => abbreviation),
    ),
  );
  useDraft(state, dispatch, sessionTimeout);
  const [billingBlocked, setBillingBlocked] = useState(initial.installmentBillingBlocked);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState<string | null>(null);
  const [news, setNews] = useState("");
  const [early, setEarly] = useState(0);
  const summary = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const leadTo = useLeading();

  const { cards } = state;
  const blocked = cards.filter(isBlocked);
  const isReady = blocked.length === 0 && cards.length > 0;
  const tellsBlocked = early > 0 && blocked.length > 0;
  useErrorTitle(tellsBlocked || problem !== null);

  // What is to be read is focused each time that Continue was pressed too early.
  useEffect(() => {
    if (early > 0) summary.current?.focus();
  }, [early]);

  /** Several passes may have no name yet. */
  function spokenName(card: PassCard): string {
    const nameless = cards.filter((one) => nameOf(one) === null);
    const number = nameless.length > 1 ? ` ${nameless.indexOf(card) + 1}` : "";
    return nameOf(card) ?? `${t("pass.new")}${number}`;
  }

  async function update(card: PassCard) {
    if (saving !== null) return;
    setNews("");
    setProblem(null);
    dispatch({ type: "pressed", id: card.id });
    if (!isRight(card, state.states)) {
      setProblem({ at: card.id, message: null });
      leadTo({ id: messageOf(card) });
      return;
    }
    setSaving(card.id);
    const outcome = await changeCart(
      (api) =>
        api.POST("/cart/pass/{id}", {
          params: { path: { id: card.id } },
          body: holderBody(card.typed, card.today),
        }),
      { busy: t("pass-demographics.updating") },
    );
    setSaving(null);
    if (!outcome.ok) {
      dispatch({ type: "refused", id: card.id, errors: outcome.errors });
      setProblem({ at: card.id, message: outcome.message });
      leadTo({ id: messageOf(card) });
      return;
    }
    dispatch({ type: "updated", id: card.id });
    setNews(t("pass-demographics.updated", { name: spokenName(card) }));
    const next = nextBlocked(state, card.id);
    leadTo({ name: next ? headingOf(next) : continueButton });
  }

  async function remove(card: PassCard) {
    const name = spokenName(card);
    setNews("");
    setProblem(null);
    const proceeds = await ask({
      title: t("pass-demographics.remove-title"),
      message: [t("pass-demographics.remove-message", { name })],
      proceedText: t("pass-demographics.remove"),
      cancelText: t("pass-demographics.remove-keep"),
    });
    if (!proceeds) return;
    const outcome = await changeCart(
      (api) => api.POST("/cart/remove-pass", { body: { extCartTicketId: card.id } }),
      { busy: t("pass-demographics.removing") },
    );
    // One that has left the cart meanwhile is gone all the same.
    if (!outcome.ok && outcome.status !== 404) {
      setProblem({ at: "page", message: outcome.message });
      leadTo({ id: "page-problem" });
      return;
    }
    // Plans that did not combine may do so without it.
    const passes = await call((api) => api.GET("/cart/pass"));
    if (passes.ok) setBillingBlocked(passes.answer.installmentBillingBlocked);
    const place = cards.indexOf(card);
    const rest = cards.filter((one) => one !== card);
    const next = rest[Math.min(place, rest.length - 1)];
    dispatch({ type: "removed", id: card.id });
    setNews(t("pass-demographics.removed", { name }));
    if (next) leadTo({ name: headingOf(next) });
    else heading.current?.focus();
  }

  async function add() {
    if (saving !== null) return;
    setNews("");
    setProblem(null);
    setSaving("add");
    const added = await changeCart((api) => api.POST("/cart/add-new-pass"), {
      busy: t("pass-demographics.adding"),
    });
    const outcome = added.ok
      ? await call((api) =>
          api.GET("/cart/pass/{id}", { params: { path: { id: added.answer.value ?? "" } } }),
        )
      : added;
    setSaving(null);
    if (!outcome.ok) {
      setProblem({ at: "add", message: outcome.message });
      return;
    }
    dispatch({ type: "added", pass: outcome.answer });
    leadTo({ name: headingOf({ id: outcome.answer.extCartTicketId }) });
  }

  async function goOn() {
    if (saving !== null) return;
    setNews("");
    setProblem(null);
    if (!isReady) {
      for (const { id } of blocked) dispatch({ type: "toggled", id, open: true });
      setEarly((times) => times + 1);
      return;
    }
    setSaving("continue");
    const outcome = await call((api) => api.POST("/cart/pass-finalize-demographics"), {
      busy: t("pass-demographics.finishing"),
    });
    if (outcome.ok) {
      router.push(pathAfter("pass-demographics", { passesInvolved: true, installmentBilling: false }));
      return;
    }
    setSaving(null);
    setProblem({ at: "page", message: outcome.message });
    leadTo({ id: "page-problem" });
  }

  const fresh = newCards(state);
  const view = (card: PassCard) => (
    <li key={card.id}>
      <PassCardView
        card={card}
        spokenName={spokenName(card)}
        states={states}
        primary={card === cards[0]}
        sharing={
          card === fresh[0] && fresh.length > 1 ? { others: fresh.length - 1, on: state.forAllNew } : null
        }
        problem={problem?.at === card.id ? problem.message : null}
        busy={saving === card.id}
        pictures={initial.capturePictures}
        onPictured={() => {
          dispatch({ type: "pictured", id: card.id });
          setNews(t("pass-demographics.picture-kept", { name: spokenName(card) }));
        }}
        dispatch={dispatch}
        onUpdate={() => update(card)}
        onRemove={() => remove(card)}
        onApproachRemove={preloadQuestion}
      />
    </li>
  );
  const section = (title: string, of: PassCard[]) =>
    of.length > 0 ? (
      <section aria-label={title} className="grid gap-4">
        <h2 className="text-2xl">{title}</h2>
        <ul className="grid gap-4">{of.map(view)}</ul>
      </section>
    ) : null;

  const progress = t("pass-demographics.progress", {
    done: cards.length - blocked.length,
    total: cards.length,
  });

  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[52rem] gap-6 sm:gap-8">
        <header className="grid gap-2">
          <h1 ref={heading} tabIndex={-1} className="text-h1">
            {t("page.pass-demographics")}
          </h1>
          <p className="text-ink-2">{t("pass-demographics.intro")}</p>
        </header>
        <div className="grid gap-3 empty:hidden">
          {billingBlocked ? (
            <Alert tone="warning" label={t("alert.warning")} live={false}>
              {t("pass.billing-blocked")}
            </Alert>
          ) : null}
          {problem?.at === "page" ? (
            <Alert tone="error" label={t("alert.error")}>
              <span id="page-problem" tabIndex={-1}>
                {problem.message}
              </span>
            </Alert>
          ) : null}
          {tellsBlocked ? (
            <ErrorSummary
              ref={summary}
              title={t("pass-demographics.blocked")}
              entries={blocked.map((card) => ({
                field: headingOf(card),
                label: null,
                message: t("pass-demographics.blocked-entry", {
                  name: spokenName(card),
                  status: t(`pass-demographics.${statusOf(card)}`),
                }),
              }))}
            />
          ) : null}
        </div>
        {section(t("pass-demographics.renewals"), cards.filter(isRenewal))}
        {section(t("pass-demographics.new"), fresh)}
        {cards.length === 0 ? (
          <div className="card grid justify-items-start gap-3 p-6 sm:p-10">
            <p className="text-lg">{t("pass-demographics.empty")}</p>
            <Link href={routes.home()} prefetch={false} className={buttonClass("secondary")}>
              {t("pass-demographics.browse")}
            </Link>
          </div>
        ) : null}
        {initial.allowNewPasses ? (
          <div className="grid justify-items-start gap-3">
            {problem?.at === "add" ? (
              <Alert tone="error" label={t("alert.error")}>
                {problem.message}
              </Alert>
            ) : null}
            <Button look="secondary" busy={saving === "add"} onClick={add}>
              <Icon name="plus" size={20} />
              {t("pass-demographics.add")}
            </Button>
          </div>
        ) : null}
        <StatusLine>{news}</StatusLine>
        {cards.length > 0 ? (
          <BuyBar place="plain">
            <p id="pass-progress" role="status" className="figures font-semibold">
              {progress}
            </p>
            <Button
              name={continueButton}
              blocked={!isReady}
              busy={saving === "continue"}
              aria-describedby="pass-progress"
              onClick={goOn}
              className="min-w-40"
            >
              {t("pass-demographics.continue")}
            </Button>
          </BuyBar>
        ) : null}
        {question}
      </div>
    </div>
  );
}
