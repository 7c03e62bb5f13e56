"use client";

import Link from "next/link";
import { type Ref, useEffect, useRef } from "react";
import type { CartPasses, StateProvince } from "@/api/types";
import { routes } from "@/lib/routes";
import { fieldErrorText } from "@/lib/typed-fields";
import { useIsFresh } from "@/lib/use-is-fresh";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { preloadQuestion, useQuestion } from "@/parts/confirm-dialog/use-question";
import { ErrorSummary } from "@/parts/error-summary/error-summary";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { PurchaseSteps } from "@/parts/purchase-steps/purchase-steps";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { passTexts } from "@/text/areas/pass";
import { passDemographicsTexts } from "@/text/areas/pass-demographics";
import { passholderTexts } from "@/text/areas/passholder";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { StatusLine } from "@/ui/status-line";
import {
  isRenewal,
  newCards,
  type OwnDetails,
  type PassCard,
  shownErrors,
  statusOf,
} from "./demographics-state";
import { fieldNameOf } from "./holder-fields";
import { offersFor } from "./own-details";
import { headingOf, PassCardView } from "./pass-card";
import { continueButton, type Passes, pageProblem, usePasses } from "./use-passes";

type Props = {
  initial: CartPasses;
  states: StateProvince[];
  own: OwnDetails;
  /** Whether the page is a step between the cart and checkout. */
  isFromCart: boolean;
  /** The session timeout in seconds. */
  sessionTimeout: number;
};

/** The page of passholders. It is empty for the moment in which Back reads the passes again. */
export function DemographicsScreen(props: Props) {
  return useIsFresh(props.initial) ? <Passholders {...props} /> : null;
}

/**
 * The passholders of the passes in the cart, one card for each pass. Continue saves the cards. The shopper can continue
 * when all of them are complete and, for renewals, confirmed.
 */
function Passholders({ initial, states, own, isFromCart, sessionTimeout }: Props) {
  const t = useText(pageTexts, passDemographicsTexts);
  const { ask, question } = useQuestion();
  const heading = useRef<HTMLHeadingElement>(null);
  const passes = usePasses({ initial, states, own, isFromCart, sessionTimeout, ask, heading });
  const { state, blocked, problem, earlyPresses } = passes;
  const showsBlocked = earlyPresses > 0 && blocked.length > 0;
  useErrorTitle(showsBlocked || problem !== null);

  const section = { passes, states, takesPhotos: initial.capturePictures };
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[52rem] gap-6 sm:gap-8">
        <header className="grid gap-2">
          {initial.passes.length > 0 ? <PurchaseSteps current="passholders" hasPasses /> : null}
          <h1 ref={heading} tabIndex={-1} className="text-h1">
            {t("page.pass-demographics")}
          </h1>
          <p className="text-ink-2">{t("pass-demographics.intro")}</p>
        </header>
        <PageNotices passes={passes} showsBlocked={showsBlocked} />
        <PassSection
          {...section}
          title={t("pass-demographics.renewals")}
          cards={state.cards.filter(isRenewal)}
        />
        <PassSection {...section} title={t("pass-demographics.new")} cards={newCards(state)} />
        {state.cards.length === 0 ? <NoPasses /> : null}
        {initial.allowNewPasses ? <AddPass passes={passes} /> : null}
        <StatusLine>{passes.announcement}</StatusLine>
        {state.cards.length > 0 ? <ContinueBar passes={passes} /> : null}
        {question}
      </div>
    </div>
  );
}

type NoticesProps = { passes: Passes; showsBlocked: boolean };

/** The messages about the page, and the list of passes that are not complete or not confirmed. */
function PageNotices({ passes, showsBlocked }: NoticesProps) {
  const t = useText(alertTexts, passTexts, passDemographicsTexts);
  const { billingBlocked, problem, earlyPresses } = passes;
  const summary = useRef<HTMLDivElement>(null);
  // Only a press moves the focus. The summary may also appear while the shopper edits a field.
  useEffect(() => {
    if (earlyPresses > 0) summary.current?.focus();
  }, [earlyPresses]);
  return (
    <div className="grid gap-3 empty:hidden">
      {billingBlocked ? (
        <Alert tone="warning" label={t("alert.warning")} live={false}>
          {t("pass.billing-blocked")}
        </Alert>
      ) : null}
      {problem?.at === "page" ? (
        <Alert tone="error" label={t("alert.error")}>
          <span id={pageProblem} tabIndex={-1}>
            {problem.message}
          </span>
        </Alert>
      ) : null}
      {showsBlocked ? <Missing ref={summary} passes={passes} /> : null}
    </div>
  );
}

/** The passes that are left, with links to their errors. */
function Missing({ passes, ref }: { passes: Passes; ref: Ref<HTMLDivElement> }) {
  const { state, blocked, nameOfCard } = passes;
  const t = useText(passTexts, passholderTexts, passDemographicsTexts);
  return (
    <ErrorSummary
      ref={ref}
      title={t("pass-demographics.blocked")}
      entries={blocked.flatMap((card) => {
        const label = nameOfCard(card);
        const errors = shownErrors(card);
        if (errors.length > 0)
          return errors.map(([field, wrong]) => ({
            field: fieldNameOf(card, field),
            label,
            message: fieldErrorText(wrong, (errorId) => t(errorId)),
          }));
        const message = t(`pass-demographics.${statusOf(card, state.states)}`);
        return { field: headingOf(card), label, message };
      })}
    />
  );
}

type SectionProps = {
  title: string;
  cards: PassCard[];
  passes: Passes;
  states: StateProvince[];
  /** Whether the shop takes photos of passholders. */
  takesPhotos: boolean;
};

/** A section of the page: the renewals or the new passes. */
function PassSection({ title, cards, passes, states, takesPhotos }: SectionProps) {
  const { state, dispatch, problem, saving, nameOfCard, change, update, remove, ...edits } = passes;
  const fresh = newCards(state);
  if (cards.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-2xl">{title}</h2>
      <ul className="grid gap-4">
        {cards.map((card) => (
          <li key={card.id}>
            <PassCardView
              card={card}
              status={statusOf(card, state.states)}
              accessibleName={nameOfCard(card)}
              states={states}
              offers={offersFor(card, state)}
              nameOfCard={nameOfCard}
              position={cards.length > 1 ? { at: cards.indexOf(card) + 1, of: cards.length } : null}
              primary={card === state.cards[0]}
              sharing={
                card === fresh[0] && fresh.length > 1
                  ? { others: fresh.length - 1, on: state.forAllNew }
                  : null
              }
              problem={problem?.at === card.id ? problem.message : null}
              busy={saving === card.id}
              takesPhotos={takesPhotos}
              onPhotoUploaded={() => edits.reportPhoto(card)}
              dispatch={dispatch}
              onChange={(field, value) => change(card, field, value)}
              onFill={(offer) => edits.fill(card, offer)}
              onUnfoldPerson={() => edits.unfoldPerson(card)}
              onEdit={() => edits.edit(card)}
              onUpdate={() => update(card)}
              onLeave={edits.leaveCard}
              onRemove={() => remove(card)}
              onApproachRemove={preloadQuestion}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoPasses() {
  const t = useText(passDemographicsTexts);
  return (
    <div className="card grid justify-items-start gap-3 p-6 sm:p-10">
      <p className="text-lg">{t("pass-demographics.empty")}</p>
      <Link href={routes.home()} prefetch={false} className={buttonClass("secondary")}>
        {t("pass-demographics.browse")}
      </Link>
    </div>
  );
}

function AddPass({ passes: { problem, saving, add } }: { passes: Passes }) {
  const t = useText(alertTexts, passDemographicsTexts);
  return (
    <div className="grid justify-items-start gap-3">
      {problem?.at === "add" ? (
        <Alert tone="error" label={t("alert.error")}>
          {problem.message}
        </Alert>
      ) : null}
      <Button appearance="secondary" busy={saving === "add"} onClick={add}>
        <Icon name="plus" size={20} />
        {t("pass-demographics.add")}
      </Button>
    </div>
  );
}

/** The number of complete passes, and the Continue button. */
function ContinueBar({ passes: { state, blocked, isContinuing, finish } }: { passes: Passes }) {
  const t = useText(passDemographicsTexts);
  const total = state.cards.length;
  return (
    <BuyBar place="plain">
      <div className="min-w-0 flex-1">
        <p id="pass-progress" role="status" className="figures font-semibold">
          {t("pass-demographics.progress", { done: total - blocked.length, total })}
        </p>
        <p id="pass-missing" className="text-sm text-ink-2 empty:hidden">
          {blocked.length > 0 ? t("pass-demographics.see-missing") : null}
        </p>
      </div>
      <Button
        name={continueButton}
        blocked={blocked.length > 0}
        busy={isContinuing}
        aria-describedby="pass-progress pass-missing"
        onClick={() => finish()}
        className="min-w-40"
      >
        {t("pass-demographics.continue")}
      </Button>
    </BuyBar>
  );
}
