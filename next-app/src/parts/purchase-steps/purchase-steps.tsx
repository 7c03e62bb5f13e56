"use client";

import { StepNav } from "@/parts/step-nav/step-nav";
import { purchaseTexts } from "@/text/areas/purchase";
import { useText } from "@/text/use-text";
import { type PurchaseStep, purchaseSteps } from "./steps";

type Props = { current: PurchaseStep; hasPasses: boolean };

/** The steps of a purchase, from the passholders or the cart to the confirmation, with the current one. */
export function PurchaseSteps({ current, hasPasses }: Props) {
  const t = useText(purchaseTexts);
  const steps = purchaseSteps(current, hasPasses);
  return (
    <StepNav
      label={t("purchase.steps")}
      steps={steps.map(({ step, href }) => ({ name: t(`purchase.step-${step}`), href }))}
      current={steps.findIndex(({ step }) => step === current)}
    />
  );
}
