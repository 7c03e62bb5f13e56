"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useReducer, useState } from "react";
import { call } from "@/api/call";
import { useCartChange } from "@/api/swr";
import type { CartPasses, StateProvince } from "@/api/types";
import { pathAfter } from "@/flow/sale-path";
import { holderBody } from "@/lib/passholder-rules";
import type { useQuestion } from "@/parts/confirm-dialog/use-question";
import { passTexts } from "@/text/areas/pass";
import { passDemographicsTexts } from "@/text/areas/pass-demographics";
import { useText } from "@/text/use-text";
import { useMoveFocus } from "@/ui/use-move-focus";
import {
  accessibleName,
  cardAfterRemoval,
  type Demographics,
  type DemographicsEvent,
  demographicsReducer,
  initialDemographics,
  isBlocked,
  isRight,
  nextBlocked,
  type PassCard,
} from "./demographics-state";
import { headingOf, messageOf } from "./pass-card";
import { useDraft } from "./use-draft";

type Options = {
  initial: CartPasses;
  states: StateProvince[];
  /** The session timeout in seconds. */
  sessionTimeout: number;
  ask: ReturnType<typeof useQuestion>["ask"];
  /** The heading of the page, which gets the focus when no pass is left after a removal. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/**
 * A failed action on a pass (`at` is the pass id), on the button that adds a pass, or on the page. The message is null
 * if the page itself found errors at fields.
 */
export type Problem = { at: "page" | "add" | string; message: string | null };

/** The name attribute of the Continue button. */
export const continueButton = "continue";
/** The element id of the message about the page. */
export const pageProblem = "page-problem";

/**
 * The state of the passes in the cart, and the actions that save their passholders, add and remove passes, and
 * continue.
 */
export function usePasses(options: Options) {
  const { initial, states, sessionTimeout } = options;
  const t = useText(passTexts);
  const [state, dispatch] = useReducer(demographicsReducer, null, () =>
    initialDemographics(
      initial.passes,
      states.map(({ abbreviation }) => abbreviation),
    ),
  );
  useDraft(state, dispatch, sessionTimeout);
  const [billingBlocked, setBillingBlocked] = useState(initial.installmentBillingBlocked);
  const page: Page = {
    state,
    dispatch,
    nameOfCard: (card) => accessibleName(state.cards, card, t("pass.new")),
    moveFocus: useMoveFocus(),
    ...usePageMessages(),
  };
  const blocked = state.cards.filter(isBlocked);
  const isReady = blocked.length === 0 && state.cards.length > 0;
  const actions = {
    ...useSaving(page),
    remove: useRemoval(page, options, setBillingBlocked),
    add: useAdding(page),
    ...useContinuing(page, isReady, blocked),
  };
  const { nameOfCard, problem, saving, announcement } = page;
  return {
    state,
    dispatch,
    blocked,
    isReady,
    billingBlocked,
    problem,
    saving,
    announcement,
    nameOfCard,
    ...actions,
  };
}

export type Passes = ReturnType<typeof usePasses>;

/** The state and the functions that all actions of the page use. */
type Page = ReturnType<typeof usePageMessages> & {
  state: Demographics;
  dispatch: (event: DemographicsEvent) => void;
  nameOfCard: (card: PassCard) => string;
  moveFocus: ReturnType<typeof useMoveFocus>;
};

/** The result of the last action, and the action in progress. */
function usePageMessages() {
  const [problem, setProblem] = useState<Problem | null>(null);
  /** The id of the pass or the name of the button whose action is in progress; null if none. */
  const [saving, setSaving] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");

  function clearMessages() {
    setAnnouncement("");
    setProblem(null);
  }
  return { problem, setProblem, saving, setSaving, announcement, setAnnouncement, clearMessages };
}

/** Validates and saves the details of a passholder. */
function useSaving({ state, dispatch, nameOfCard, moveFocus, saving, ...page }: Page) {
  const t = useText(passDemographicsTexts);
  const changeCart = useCartChange();

  async function update(card: PassCard) {
    if (saving !== null) return;
    page.clearMessages();
    dispatch({ type: "pressed", id: card.id });
    if (!isRight(card, state.states)) {
      page.setProblem({ at: card.id, message: null });
      moveFocus({ id: messageOf(card) });
      return;
    }
    page.setSaving(card.id);
    const params = { path: { id: card.id } };
    const outcome = await changeCart(
      (api) => api.POST("/cart/pass/{id}", { params, body: holderBody(card.typed, card.today) }),
      { busy: t("pass-demographics.updating") },
    );
    page.setSaving(null);
    if (!outcome.ok) {
      dispatch({ type: "refused", id: card.id, errors: outcome.errors });
      page.setProblem({ at: card.id, message: outcome.message });
      moveFocus({ id: messageOf(card) });
      return;
    }
    dispatch({ type: "updated", id: card.id });
    page.setAnnouncement(t("pass-demographics.updated", { name: nameOfCard(card) }));
    const next = nextBlocked(state, card.id);
    moveFocus({ name: next ? headingOf(next) : continueButton });
  }

  function reportPhoto(card: PassCard) {
    dispatch({ type: "photoUploaded", id: card.id });
    page.setAnnouncement(t("pass-demographics.picture-kept", { name: nameOfCard(card) }));
  }

  return { update, reportPhoto };
}

/** Removes a pass after a confirmation. */
function useRemoval(
  { state: { cards }, dispatch, nameOfCard, moveFocus, ...page }: Page,
  { ask, heading }: Pick<Options, "ask" | "heading">,
  setBillingBlocked: (blocked: boolean) => void,
) {
  const t = useText(passDemographicsTexts);
  const changeCart = useCartChange();

  return async function remove(card: PassCard) {
    const name = nameOfCard(card);
    page.clearMessages();
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
    // A pass that was already removed in a different tab is treated as removed.
    if (!outcome.ok && outcome.status !== 404) {
      page.setProblem({ at: "page", message: outcome.message });
      moveFocus({ id: pageProblem });
      return;
    }
    // The passes are loaded again, because plans that could not be combined may be combined without the removed pass.
    const passes = await call((api) => api.GET("/cart/pass"));
    if (passes.ok) setBillingBlocked(passes.answer.installmentBillingBlocked);
    const next = cardAfterRemoval(cards, card);
    dispatch({ type: "removed", id: card.id });
    page.setAnnouncement(t("pass-demographics.removed", { name }));
    if (next) moveFocus({ name: headingOf(next) });
    else heading.current?.focus();
  };
}

/** Adds a new pass to the cart and moves focus to its card. */
function useAdding({ dispatch, moveFocus, saving, ...page }: Page) {
  const t = useText(passDemographicsTexts);
  const changeCart = useCartChange();

  return async function add() {
    if (saving !== null) return;
    page.clearMessages();
    page.setSaving("add");
    const added = await changeCart((api) => api.POST("/cart/add-new-pass"), {
      busy: t("pass-demographics.adding"),
    });
    const outcome = added.ok
      ? await call((api) =>
          api.GET("/cart/pass/{id}", { params: { path: { id: added.answer.value ?? "" } } }),
        )
      : added;
    page.setSaving(null);
    if (!outcome.ok) {
      page.setProblem({ at: "add", message: outcome.message });
      return;
    }
    dispatch({ type: "added", pass: outcome.answer });
    moveFocus({ name: headingOf({ id: outcome.answer.extCartTicketId }) });
  };
}

/** Continues if all passes are complete. Otherwise opens the cards of the incomplete passes. */
function useContinuing(
  { dispatch, moveFocus, saving, ...page }: Page,
  isReady: boolean,
  blocked: PassCard[],
) {
  const t = useText(passDemographicsTexts);
  const router = useRouter();
  /** How often Continue was pressed while passes were incomplete. */
  const [earlyPresses, setEarlyPresses] = useState(0);

  async function finish() {
    if (saving !== null) return;
    page.clearMessages();
    if (!isReady) {
      for (const { id } of blocked) dispatch({ type: "toggled", id, open: true });
      setEarlyPresses((times) => times + 1);
      return;
    }
    page.setSaving("continue");
    const outcome = await call((api) => api.POST("/cart/pass-finalize-demographics"), {
      busy: t("pass-demographics.finishing"),
    });
    if (outcome.ok) {
      router.push(pathAfter("pass-demographics", { passesInvolved: true, installmentBilling: false }));
      return;
    }
    page.setSaving(null);
    page.setProblem({ at: "page", message: outcome.message });
    moveFocus({ id: pageProblem });
  }

  return { finish, earlyPresses };
}
