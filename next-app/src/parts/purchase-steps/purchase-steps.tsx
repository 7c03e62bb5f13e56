"use client";

import { StepNav } from "@/parts/step-nav/step-nav";
import { purchaseTexts } from "@/text/areas/purchase";
import { useText } from "@/text/use-text";
import { type PurchaseFacts, type PurchaseStep, purchaseSteps } from "./steps";

/** The steps of a purchase, from the cart to the confirmation, with the current one. */
export function PurchaseSteps({ current, facts }: { current: PurchaseStep; facts: PurchaseFacts }) {
  const t = useText(purchaseTexts);
  const steps = purchaseSteps(current, facts);
  const position = steps.findIndex(({ step }) => step === current);
  return (
    <StepNav
      label={t("purchase.steps")}
      steps={steps.map(({ step, href }) => ({ name: t(`purchase.step-${step}`), href }))}
      current={position}
      compact={t("purchase.step-of", {
        number: position + 1,
        count: steps.length,
        step: t(`purchase.step-${current}`),
      })}
    />
  );
}
