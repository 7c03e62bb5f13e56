"use client";

import { useRouter } from "next/navigation";
import { type Dispatch, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { call } from "@/api/call";
import type { Variant } from "@/api/types";
import { noteChosenPasses } from "@/flow/chosen-passes";
import { pathAfter, saveSelectionPath } from "@/flow/sale-path";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { agreedPlan } from "@/parts/payment-plan/plan";
import { loadingTexts } from "@/text/areas/loading";
import { multiPassTexts } from "@/text/areas/multi-pass";
import { useText } from "@/text/use-text";
import { useMoveFocus } from "@/ui/use-move-focus";
import type { PassPage } from "./multi-pass-screen";
import {
  type Entry,
  missing,
  newPasses,
  noPasses,
  type Offered,
  offeredIn,
  type PassesEvent,
  passes,
  reportedErrors,
} from "./passes-state";
import { entryOf, fieldNameOf } from "./passholder-entry";
import { addButtonOf } from "./product-passes";
import { storeEntries, useStoredPasses } from "./use-stored-passes";

/** The state of the passes that the shopper chooses, with their passholders, until they are in the cart. */
export function usePassChooser(page: PassPage, byPlan: boolean) {
  const t = useText(multiPassTexts);
  const offered = useMemo(() => offeredIn([...page.products, ...page.others]), [page.products, page.others]);
  const [state, dispatch] = useReducer(
    (before: typeof noPasses, event: PassesEvent) => passes(before, event, offered),
    noPasses,
  );
  const [announcement, setAnnouncement] = useState("");
  const moveFocus = useMoveFocus();
  useStoredPasses(page, state, dispatch);
  useChangedOffer(offered, dispatch);

  const wrong = reportedErrors(state);
  const missingChoice = missing(state, offered);
  const { addToCart, clearProblem, failures, ...cart } = useAddPasses({
    byPlan,
    body: () => ({ ...page.sale, newPasses: newPasses(state, offered) }),
    sent: state.entries.map(({ key }) => key),
    dispatch,
    onAdded: () => storeEntries(page, noPasses),
  });
  const showsErrors = failures > 0 && wrong.length > 0;
  useErrorTitle(cart.problem !== null || showsErrors);

  function change(event: PassesEvent) {
    setAnnouncement("");
    clearProblem();
    dispatch(event);
  }

  function add(variant: Variant) {
    const event = { type: "added", variantId: variant.extProductVariantId } as const;
    const { entries } = passes(state, event, offered);
    change(event);
    setAnnouncement(
      t("multi-pass.added", { number: entries.findIndex(({ key }) => key === state.nextKey) + 1 }),
    );
    moveFocus({ name: fieldNameOf({ key: state.nextKey }, "firstName") });
  }

  function remove(entry: Entry) {
    const own = state.entries.filter(({ variantId }) => variantId === entry.variantId);
    const previous = own[own.indexOf(entry) - 1] ?? own[1];
    const variant = offered.find((one) => one.variant.extProductVariantId === entry.variantId)?.variant;
    change({ type: "removed", key: entry.key });
    setAnnouncement(t("multi-pass.removed"));
    if (previous) moveFocus({ id: entryOf(previous) });
    else if (variant) moveFocus({ name: addButtonOf(variant) });
  }

  return {
    offered,
    /** The chosen passes, the same on both tabs. */
    chosen: state,
    /** Whether a pass of this variant is chosen. */
    hasVariant: (variantId: string) => state.entries.some((entry) => entry.variantId === variantId),
    hasRemovedPasses: state.hasRemovedPasses,
    wrong,
    missingChoice,
    showsErrors,
    announcement,
    ...cart,
    change,
    add,
    remove,
    addToCart() {
      setAnnouncement("");
      return addToCart(missingChoice);
    },
  };
}

export type PassChooserState = ReturnType<typeof usePassChooser>;

/** Updates the state when the offered passes change, for example when the page is loaded again after a refusal. */
function useChangedOffer(offered: Offered[], dispatch: Dispatch<PassesEvent>) {
  const before = useRef(offered);
  useEffect(() => {
    if (before.current === offered) return;
    before.current = offered;
    dispatch({ type: "offered" });
  }, [offered, dispatch]);
}

type AddOptions = {
  byPlan: boolean;
  body: () => PassPage["sale"] & { newPasses: ReturnType<typeof newPasses> };
  /** The keys of the entries in the order in which they are sent. */
  sent: number[];
  dispatch: Dispatch<PassesEvent>;
  onAdded: () => void;
};

/** Adds the passes to the cart and opens the next step. */
function useAddPasses({ byPlan, body, sent, dispatch, onAdded }: AddOptions) {
  const t = useText(loadingTexts, multiPassTexts);
  const router = useRouter();
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  const [problem, setProblem] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  // The number of failed presses of Add to Cart. Focus moves to the errors after each of them.
  const [failures, setFailures] = useState(0);
  const errors = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (failures > 0) errors.current?.focus();
  }, [failures]);

  async function addToCart(missingChoice: ReturnType<typeof missing>) {
    setProblem(null);
    if (missingChoice !== null) {
      dispatch({ type: "pressed" });
      if (missingChoice === "passes") setProblem(t("multi-pass.passes-missing"));
      setFailures((times) => times + 1);
      return;
    }
    setAdding(true);
    const outcome = await changeCart(
      (api, reSubmitContext) =>
        api.POST("/cart/add-pass-with-product", { body: { ...body(), reSubmitContext } }),
      { busy: t("loading.add-to-cart") },
    );
    if (outcome !== "kept" && outcome.ok) return leaveWith(outcome.answer.proceedToPassFlow ?? false);
    setAdding(false);
    router.refresh();
    if (outcome === "kept") return;
    dispatch({ type: "refused", errors: outcome.errors, sent });
    if (outcome.errors.length === 0) setProblem(outcome.message);
    setFailures((times) => times + 1);
  }

  async function leaveWith(passesInvolved: boolean) {
    onAdded();
    noteChosenPasses();
    saveSelectionPath(`${window.location.pathname}${window.location.search}`);
    // A refusal of the plan is ignored here, because the next pages explain plans that cannot be combined.
    if (byPlan) await changeCart((api) => api.POST("/cart/set-installment-billing"), {});
    else await endPlan();
    router.push(pathAfter("product-selection", { passesInvolved, installmentBilling: false }));
  }

  /** Ends the plan of passes that are already in the cart, because the new passes are paid in full. */
  async function endPlan() {
    const cart = await call((api) => api.GET("/cart"));
    if (cart.ok && agreedPlan(cart.answer)) {
      await changeCart((api) => api.POST("/cart/clear-installment-billing"), {});
    }
  }

  return { addToCart, clearProblem: () => setProblem(null), failures, problem, adding, errors, question };
}
