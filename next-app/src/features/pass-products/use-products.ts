"use client";

import { useRouter } from "next/navigation";
import { useEffect, useReducer, useRef, useState } from "react";
import { useCartChange } from "@/api/swr";
import { pathAfter } from "@/flow/sale-path";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { passTexts } from "@/text/areas/pass";
import { passProductsTexts } from "@/text/areas/pass-products";
import { useText } from "@/text/use-text";
import { useMoveFocus } from "@/ui/use-move-focus";
import type { Purpose } from "./fetch-products";
import { passName } from "./pass-name";
import {
  allSelected,
  type Choosing,
  initialProducts,
  nextOpen,
  type ProductCard,
  products,
  selections,
} from "./products-state";
import { purposes } from "./purposes";

/** The name attribute of the Continue button. */
export const continueButton = "continue";
/** The name by which the page finds the heading of a pass. */
export const headingOf = ({ id }: { id: string }) => `pass.${id}`;
/** The name of the radio group of a pass. */
export const groupOf = ({ id }: { id: string }) => `product.${id}`;

/** The state of the choice of a product for each pass. `initialProblem` was sent with the page. */
export function useProducts(purpose: Purpose, choices: Choosing[], initialProblem: string | null) {
  const t = useText(passTexts, passProductsTexts);
  const router = useRouter();
  const changeCart = useCartChange();
  const [state, dispatch] = useReducer(products, choices, initialProducts);
  const [problem, setProblem] = useState(initialProblem);
  const [saving, setSaving] = useState(false);
  const moveFocus = useMoveFocus();
  const alert = useRef<HTMLDivElement>(null);
  useErrorTitle(problem !== null || state.some(({ missing }) => missing));

  useEffect(() => {
    if (problem !== null && problem !== initialProblem) alert.current?.focus();
  }, [problem, initialProblem]);

  const missing = state.filter(({ selected }) => selected === null);

  function confirm(card: ProductCard, forAll: boolean) {
    dispatch({ type: forAll ? "confirmedForAll" : "confirmed", id: card.id });
    if (card.selected === null) {
      moveFocus({ name: groupOf(card) });
      return;
    }
    const next = forAll ? undefined : nextOpen(state, card.id);
    moveFocus({ name: next ? headingOf(next) : continueButton });
  }

  async function finish() {
    const [first] = missing;
    if (first) {
      dispatch({ type: "toggled", id: first.id, open: true });
      dispatch({ type: "confirmed", id: first.id });
      moveFocus({ name: first.options.length > 0 ? groupOf(first) : headingOf(first) });
      return;
    }
    setProblem(null);
    setSaving(true);
    const outcome = await changeCart(
      (api) => api.POST("/cart/pass-product", { body: { passes: selections(state) } }),
      { busy: t("pass-products.saving") },
    );
    if (outcome.ok) {
      router.push(pathAfter(purposes[purpose].step, { passesInvolved: true, installmentBilling: false }));
      return;
    }
    setSaving(false);
    setProblem(outcome.message);
  }

  /** Opens a confirmed card again. */
  function reopen(card: ProductCard) {
    dispatch({ type: "toggled", id: card.id, open: true });
    moveFocus({ name: headingOf(card) });
  }

  return {
    state,
    dispatch,
    problem,
    isInitialProblem: problem === initialProblem,
    saving,
    alert,
    missing,
    isReady: allSelected(state),
    nameOf: ({ id }: { id: string }) => passName(t, purpose, choices, id),
    confirm,
    reopen,
    finish,
  };
}

export type Products = ReturnType<typeof useProducts>;
