"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import { useCartChange } from "@/api/swr";
import type { CartPasses, StateProvince } from "@/api/types";
import { takeChosenPasses } from "@/flow/chosen-passes";
import { storeReason } from "@/flow/reason";
import { pathAfter } from "@/flow/sale-path";
import { type HolderField, holderBody, holderFields } from "@/lib/passholder-rules";
import type { useQuestion } from "@/parts/confirm-dialog/use-question";
import { asksHowToPay } from "@/parts/payment-plan/plan";
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
  firstWrong,
  initialDemographics,
  isBlocked,
  isKeepable,
  isSavable,
  isValid,
  needsNothing,
  nextBlocked,
  type OwnDetails,
  type PassCard,
  shownErrors,
} from "./demographics-state";
import { fieldNameOf } from "./holder-fields";
import type { Offer } from "./own-details";
import { headingOf, messageOf } from "./pass-card";
import { useDraft } from "./use-draft";

type Options = {
  initial: CartPasses;
  states: StateProvince[];
  own: OwnDetails;
  /** Whether the page is a step between the cart and checkout. */
  isFromCart: boolean;
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

/** The HTTP status of a call that names a pass that is not in the cart. */
const notFound = 404;
/** The name attribute of the Continue button. */
export const continueButton = "continue";
/** The element id of the message about the page. */
export const pageProblem = "page-problem";

/**
 * The state of the passes in the cart, and the actions that save their passholders, add and remove passes, and
 * continue.
 */
export function usePasses(options: Options) {
  const { initial, states, own, isFromCart, sessionTimeout } = options;
  const t = useText(passTexts);
  const [state, dispatch] = useReducer(demographicsReducer, null, () =>
    initialDemographics(
      initial.passes,
      states.map(({ abbreviation }) => abbreviation),
      own,
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
  const blocked = state.cards.filter((card) => isBlocked(card, state.states));
  const { problem: reported, setProblem } = page;
  // Errors at fields are no problem any more when all of them are corrected.
  const isCorrected = state.cards.some(
    (card) => card.id === reported?.at && reported.message === null && shownErrors(card).length === 0,
  );

  /** Changes a field. The shop's last refusal of the pass was about the details before the change. */
  function change({ id }: PassCard, field: HolderField, value: string) {
    dispatch({ type: "changed", id, field, value });
    if (reported?.at === id && reported.message !== null) setProblem(null);
  }

  const { save, ...edits } = useSaving(page);
  const { keep, ...leaving } = useKeeping(page);
  const actions = {
    ...edits,
    ...leaving,
    remove: useRemoval(page, options, setBillingBlocked),
    add: useAdding(page),
    ...useContinuing(page, save, keep, isFromCart),
  };
  const { nameOfCard, saving, announcement } = page;
  return {
    state,
    dispatch,
    change,
    blocked,
    billingBlocked,
    problem: isCorrected ? null : reported,
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
  const [saving, startSaving] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");

  function clearMessages() {
    setAnnouncement("");
    setProblem(null);
  }
  /** Ends an action, unless a later one is in progress. */
  function endSaving(what: string) {
    startSaving((latest) => (latest === what ? null : latest));
  }
  return {
    problem,
    setProblem,
    saving,
    startSaving,
    endSaving,
    announcement,
    setAnnouncement,
    clearMessages,
  };
}

/**
 * Opens the page again if the session has ended, which leads to signing in and back. The typed values are stored in the
 * tab. Returns whether it does.
 */
function leavesToSignIn({ status, message }: Refusal): boolean {
  if (status !== 401) return false;
  storeReason(message);
  window.location.reload();
  return true;
}

/** The element id of the message about a refused pass. */
function refusalOf(card: PassCard, { status }: Refusal): string {
  return status === notFound ? pageProblem : messageOf(card);
}

/** Reads the passes again, which say whether a holder has the same pass already; null if they cannot be read. */
async function readAgain(dispatch: Page["dispatch"]): Promise<CartPasses | null> {
  const outcome = await call((api) => api.GET("/cart/pass"));
  if (!outcome.ok) return null;
  dispatch({ type: "passesRead", passes: outcome.answer.passes });
  return outcome.answer;
}

/** Saves the details of passholders. */
function useSaving({ state, dispatch, nameOfCard, moveFocus, saving, ...page }: Page) {
  const t = useText(passDemographicsTexts);
  const changeCart = useCartChange();

  /**
   * Saves valid details. Returns null, or the refusal, which is then shown at its fields. A pass that a different tab has
   * removed disappears.
   */
  async function save(card: PassCard): Promise<Refusal | null> {
    const params = { path: { id: card.id } };
    const outcome = await changeCart(
      (api) => api.POST("/cart/pass/{id}", { params, body: holderBody(card.typed, card.today) }),
      { busy: t("pass-demographics.updating") },
    );
    if (outcome.ok) {
      dispatch({ type: "updated", id: card.id });
      return null;
    }
    if (leavesToSignIn(outcome)) return outcome;
    if (outcome.status === notFound) {
      dispatch({ type: "removed", id: card.id });
      page.setProblem({ at: "page", message: t("pass-demographics.gone", { name: nameOfCard(card) }) });
      return outcome;
    }
    dispatch({ type: "refused", id: card.id, errors: outcome.errors });
    page.setProblem({ at: card.id, message: outcome.message });
    return outcome;
  }

  async function update(card: PassCard) {
    if (saving === card.id || saving === "continue") return;
    page.clearMessages();
    dispatch({ type: "pressed", id: card.id });
    if (!isValid(card, state.states)) {
      page.setProblem({ at: card.id, message: null });
      const wrong = firstWrong(card, state.states);
      moveFocus(wrong ? { name: fieldNameOf(card, wrong) } : { id: messageOf(card) });
      return;
    }
    page.startSaving(card.id);
    const refusal = await save(card);
    if (refusal === null) await readAgain(dispatch);
    page.endSaving(card.id);
    if (refusal) return moveFocus({ id: refusalOf(card, refusal) });
    page.setAnnouncement(t("pass-demographics.updated", { name: nameOfCard(card) }));
    const next = nextBlocked(state, card.id);
    moveFocus({ name: next ? headingOf(next) : continueButton });
  }

  /** Copies known details into a pass, and moves focus to the first field that is still missing. */
  function fill(card: PassCard, { values }: Offer) {
    const filling = { type: "filled", id: card.id, values } as const;
    const filled = demographicsReducer(state, filling).cards.find(({ id }) => id === card.id);
    const missing = filled && firstWrong(filled, state.states);
    dispatch(filling);
    page.setAnnouncement(t("pass-demographics.filled"));
    moveFocus({ name: fieldNameOf(card, missing ?? "firstName") });
  }

  /** Shows the person's fields of a pass and moves focus to the first one. */
  function unfoldPerson(card: PassCard) {
    dispatch({ type: "personUnfolded", id: card.id });
    moveFocus({ name: fieldNameOf(card, "firstName") });
  }

  /** Opens a closed card. The pressed button disappears, so focus moves to the heading. */
  function edit(card: PassCard) {
    dispatch({ type: "toggled", id: card.id, open: true });
    moveFocus({ name: headingOf(card) });
  }

  function reportPhoto(card: PassCard) {
    dispatch({ type: "photoUploaded", id: card.id });
    page.setAnnouncement(t("pass-demographics.picture-kept", { name: nameOfCard(card) }));
  }

  return { save, update, fill, unfoldPerson, edit, reportPhoto };
}

/**
 * Saves complete details of new passes without a press when the focus leaves a card, so that the cart knows them even if
 * the shopper goes there without pressing Continue. What fails is saved and reported when Continue is pressed.
 */
function useKeeping({ state, dispatch, saving, ...page }: Page) {
  const changeCart = useCartChange();
  /** How often the focus has left a card. */
  const [leaves, setLeaves] = useState(0);

  async function keep() {
    const cards = state.cards.filter((card) => isKeepable(card, state.states));
    if (saving !== null || cards.length === 0) return;
    page.startSaving("keep");
    for (const { id, typed, today } of cards) {
      const outcome = await changeCart(
        (api) => api.POST("/cart/pass/{id}", { params: { path: { id } }, body: holderBody(typed, today) }),
        { unattended: true },
      );
      if (outcome.ok) dispatch({ type: "kept", id, typed });
    }
    await readAgain(dispatch);
    page.endSaving("keep");
  }

  // After the field that was left is formatted.
  const keepLatest = useEffectEvent(() => void keep());
  useEffect(() => {
    if (leaves > 0) keepLatest();
  }, [leaves]);

  return { keep, leaveCard: () => setLeaves((count) => count + 1) };
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
    if (!outcome.ok && outcome.status !== notFound) {
      if (leavesToSignIn(outcome)) return;
      page.setProblem({ at: "page", message: outcome.message });
      moveFocus({ id: pageProblem });
      return;
    }
    // The passes are loaded again, because plans that could not be combined may be combined without the removed pass.
    const passes = await readAgain(dispatch);
    if (passes) setBillingBlocked(passes.installmentBillingBlocked);
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
    if (saving === "add" || saving === "continue") return;
    page.clearMessages();
    page.startSaving("add");
    const added = await changeCart((api) => api.POST("/cart/add-new-pass"), {
      busy: t("pass-demographics.adding"),
    });
    const outcome = added.ok
      ? await call((api) =>
          api.GET("/cart/pass/{id}", { params: { path: { id: added.answer.value ?? "" } } }),
        )
      : added;
    page.endSaving("add");
    if (!outcome.ok) {
      if (!leavesToSignIn(outcome)) page.setProblem({ at: "add", message: outcome.message });
      return;
    }
    dispatch({ type: "added", pass: outcome.answer });
    moveFocus({ name: headingOf({ id: outcome.answer.extCartTicketId }) });
  };
}

/**
 * Saves all passes whose details are valid, and continues if no pass is left. This happens without the shopper if the
 * passes were just chosen and everything about their holders is known. Otherwise opens the cards of the passes
 * that are left and shows their errors.
 */
function useContinuing(
  { state, dispatch, moveFocus, saving, ...page }: Page,
  save: (card: PassCard) => Promise<Refusal | null>,
  keep: () => Promise<void>,
  isFromCart: boolean,
) {
  const t = useText(passDemographicsTexts);
  const router = useRouter();
  /** How often Continue was pressed while details were missing or wrong. The summary of them then gets the focus. */
  const [earlyPresses, setEarlyPresses] = useState(0);
  /** Whether Continue was pressed while something else was being saved. The page then continues when that is done. */
  const [waits, setWaits] = useState(false);

  function showMissing(cards: PassCard[]) {
    for (const card of cards) {
      dispatch({ type: "toggled", id: card.id, open: true });
      if (!isValid(card, state.states)) dispatch({ type: "pressed", id: card.id });
    }
    setEarlyPresses((count) => count + 1);
  }

  /** `isSkipped` says that the page continues without the shopper, so that Back does not return to it. */
  async function finish(isSkipped = false) {
    if (saving === "continue") return;
    // A problem from before this press must not stop it: what failed is saved again.
    page.clearMessages();
    if (saving !== null) return setWaits(true);
    page.startSaving("continue");
    for (const card of state.cards.filter((one) => isSavable(one, state.states))) {
      const refusal = await save(card);
      if (refusal === null) continue;
      page.endSaving("continue");
      const isAtField = holderFields.some((one) => refusal.errors.some((error) => error.field === one));
      return isAtField ? setEarlyPresses((count) => count + 1) : moveFocus({ id: refusalOf(card, refusal) });
    }
    const missing = state.cards.filter(
      (card) => isBlocked(card, state.states) && !isSavable(card, state.states),
    );
    if (missing.length > 0 || state.cards.length === 0) {
      page.endSaving("continue");
      return showMissing(missing);
    }
    const outcome = await call((api) => api.POST("/cart/pass-finalize-demographics"), {
      busy: t("pass-demographics.finishing"),
    });
    if (outcome.ok) return leave(isSkipped);
    page.endSaving("continue");
    if (leavesToSignIn(outcome)) return;
    page.setProblem({ at: "page", message: outcome.message });
    moveFocus({ id: pageProblem });
  }

  /** Opens the next page. On the way from the cart to checkout, the pages of passes are skipped if nothing is missing. */
  async function leave(isSkipped: boolean) {
    const cart = isFromCart ? await call((api) => api.GET("/cart")) : null;
    if (cart?.ok && cart.answer.openPasses === 0) {
      const installmentBilling = asksHowToPay(cart.answer);
      // The checkout needs a full page load: after a client-side navigation the security headers of this page would
      // still apply, and they forbid the frame of the card form.
      window.location.assign(pathAfter("cart", { passesInvolved: true, installmentBilling }));
      return;
    }
    const next = pathAfter("pass-demographics", { passesInvolved: true, installmentBilling: false });
    if (isSkipped) router.replace(next);
    else router.push(next);
  }

  const skip = useRef(() => {
    if (takeChosenPasses() && needsNothing(state)) void finish(true);
    else void keep();
  });
  useEffect(() => skip.current(), []);

  const finishWaiting = useEffectEvent(() => {
    setWaits(false);
    if (page.problem === null) void finish();
  });
  useEffect(() => {
    if (waits && saving === null) finishWaiting();
  }, [waits, saving]);

  return { finish, earlyPresses, isContinuing: saving === "continue" || waits };
}
