"use client";

import { useRouter } from "next/navigation";
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { call } from "@/api/call";
import type { Variant } from "@/api/types";
import { pathAfter, rememberSelectionPath } from "@/flow/sale-path";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { agreedPlan } from "@/parts/payment-plan/plan";
import { loadingTexts } from "@/text/areas/loading";
import { multiPassTexts } from "@/text/areas/multi-pass";
import { useText } from "@/text/use-text";
import { useLeading } from "@/ui/use-leading";
import type { PassPage } from "./multi-pass-screen";
import {
  type Entry,
  missing,
  newPasses,
  noPasses,
  offeredIn,
  type PassesEvent,
  passes,
  within,
  without,
  wrongOf,
} from "./passes-state";
import { entryOf, fieldNameOf } from "./passholder-entry";
import { shownProducts } from "./plan-products";
import { addButtonOf } from "./product-passes";
import { keepEntries, useKeptPasses } from "./use-kept-passes";

/** The passes that the shopper chooses, with their passholders, until they are in the cart. */
export function usePassChooser(page: PassPage, byPlan: boolean) {
  const t = useText(loadingTexts, multiPassTexts);
  const router = useRouter();
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  const offered = useMemo(() => offeredIn([...page.products, ...page.others]), [page.products, page.others]);
  const [state, dispatch] = useReducer(
    (before: typeof noPasses, event: PassesEvent) => passes(before, event, offered),
    noPasses,
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const [news, setNews] = useState("");
  // Counts the failures of Add to Cart: the focus moves to the errors each time.
  const [failures, setFailures] = useState(0);
  const errors = useRef<HTMLDivElement>(null);
  const leadTo = useLeading();

  // Entries shown only on the other tab stay there.
  const here = byPlan
    ? within(state, offeredIn(shownProducts([...page.products, ...page.others], true)))
    : state;
  const wrong = wrongOf(here);
  const elsewhere = state.entries.length - here.entries.length;
  const lacking = missing(here, offered);
  const showsErrors = failures > 0 && wrong.length > 0;
  useErrorTitle(problem !== null || showsErrors);
  useKeptPasses(page, state, dispatch);

  useEffect(() => {
    if (failures > 0) errors.current?.focus();
  }, [failures]);

  // A refused product may have changed on the page too.
  const before = useRef(offered);
  useEffect(() => {
    if (before.current === offered) return;
    before.current = offered;
    dispatch({ type: "offered" });
  }, [offered]);

  function change(event: PassesEvent) {
    setNews("");
    setProblem(null);
    dispatch(event);
  }

  function add(variant: Variant) {
    const event = { type: "added", variantId: variant.extProductVariantId } as const;
    const { entries } = passes(state, event, offered);
    change(event);
    setNews(t("multi-pass.added", { number: entries.findIndex(({ key }) => key === state.nextKey) + 1 }));
    leadTo({ name: fieldNameOf({ key: state.nextKey }, "firstName") });
  }

  function remove(entry: Entry) {
    const own = state.entries.filter(({ variantId }) => variantId === entry.variantId);
    const previous = own[own.indexOf(entry) - 1] ?? own[1];
    const variant = offered.find((one) => one.variant.extProductVariantId === entry.variantId)?.variant;
    change({ type: "removed", key: entry.key });
    setNews(t("multi-pass.removed"));
    if (previous) leadTo({ id: entryOf(previous) });
    else if (variant) leadTo({ name: addButtonOf(variant) });
  }

  async function addToCart() {
    setNews("");
    setProblem(null);
    if (lacking !== null) {
      dispatch({ type: "pressed" });
      if (lacking === "passes") setProblem(t("multi-pass.passes-missing"));
      setFailures((times) => times + 1);
      return;
    }
    setAdding(true);
    const body = { ...page.sale, newPasses: newPasses(here, offered) };
    const outcome = await changeCart(
      (api, reSubmitContext) =>
        api.POST("/cart/add-pass-with-product", { body: { ...body, reSubmitContext } }),
      { busy: t("loading.add-to-cart") },
    );
    if (outcome !== "kept" && outcome.ok) {
      keepEntries(page, without(state, here));
      rememberSelectionPath(`${window.location.pathname}${window.location.search}`);
      const passesInvolved = outcome.answer.proceedToPassFlow ?? false;
      // The next pages explain plans that cannot be combined.
      if (byPlan) await changeCart((api) => api.POST("/cart/set-installment-billing"), {});
      else await endPlan();
      router.push(pathAfter("product-selection", { passesInvolved, installmentBilling: false }));
      return;
    }
    setAdding(false);
    router.refresh();
    if (outcome === "kept") return;
    dispatch({ type: "refused", errors: outcome.errors, sent: here.entries.map(({ key }) => key) });
    if (outcome.errors.length === 0) setProblem(outcome.message);
    setFailures((times) => times + 1);
  }

  /** Ends the plan of earlier passes, because these are paid in full. */
  async function endPlan() {
    const cart = await call((api) => api.GET("/cart"));
    if (cart.ok && agreedPlan(cart.answer)) {
      await changeCart((api) => api.POST("/cart/clear-installment-billing"), {});
    }
  }

  return {
    offered,
    /** The passes of this tab. */
    here,
    /** How many passes only the other tab shows. */
    elsewhere,
    /** Whether all passes of the page, on both tabs, include this variant. */
    hasVariant: (variantId: string) => state.entries.some((entry) => entry.variantId === variantId),
    hasGone: state.gone,
    wrong,
    lacking,
    showsErrors,
    problem,
    news,
    adding,
    errors,
    question,
    change,
    add,
    remove,
    addToCart,
  };
}

export type PassChooserState = ReturnType<typeof usePassChooser>;
