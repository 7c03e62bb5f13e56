"use client";

import { useEffect, useSyncExternalStore } from "react";
import { StepNav } from "@/parts/step-nav/step-nav";
import { purchaseTexts } from "@/text/areas/purchase";
import { useText } from "@/text/use-text";
import { noteStep, parseSteps, storedSteps } from "./met-steps";
import { expectedSteps, type PurchaseFacts, type PurchaseStep, purchaseSteps } from "./steps";

/** The steps of a purchase, from the passholders or the cart to the confirmation, with the current one. */
export function PurchaseSteps({ current, facts }: { current: PurchaseStep; facts: PurchaseFacts }) {
  const t = useText(purchaseTexts);
  const met = useMetSteps(current);
  const steps = purchaseSteps(current, facts, met === null ? expectedSteps(facts) : parseSteps(met));
  const position = steps.findIndex(({ step }) => step === current);
  return (
    <StepNav
      label={t("purchase.steps")}
      steps={steps.map(({ step, href }) => ({ name: t(`purchase.step-${step}`), href }))}
      current={position}
    />
  );
}

const subscribe = () => () => {};
const unknown = () => null;

/** The stored list of steps that this tab has shown; null on the server and in a tab that has not shown the cart. */
function useMetSteps(current: PurchaseStep): string | null {
  useEffect(() => noteStep(current), [current]);
  return useSyncExternalStore(subscribe, storedSteps, unknown);
}
