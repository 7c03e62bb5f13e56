"use client";

import { StepNav } from "@/parts/step-nav/step-nav";
import { reservationTexts } from "@/text/areas/reservation";
import { useText } from "@/text/use-text";
import { pathOf, type Step, stepsOf } from "./steps";

/** The steps of a reservation with the current one. Earlier ones are links. */
export function StepList({ current, hasAddOns }: { current: Step; hasAddOns: boolean }) {
  const t = useText(reservationTexts);
  const steps = stepsOf(hasAddOns);
  const position = steps.indexOf(current);
  return (
    <StepNav
      label={t("reservation.steps")}
      steps={steps.map((step, index) => ({
        name: t(`reservation.step-${step}`),
        href: index < position ? pathOf[step] : null,
      }))}
      current={position}
      // The number of steps is left out, because whether there are add-ons is only known after a day is chosen.
      compact={t("reservation.step-of", { number: position + 1, step: t(`reservation.step-${current}`) })}
    />
  );
}
