"use client";

import type { Reservation } from "@/api/types";
import { StepNav } from "@/parts/step-nav/step-nav";
import { reservationTexts } from "@/text/areas/reservation";
import { useText } from "@/text/use-text";
import { pathOf, type Step, stepsOf } from "./steps";

type Props = { current: Step; reservation: Pick<Reservation, "visit" | "hasAddOns"> };

/** The steps of a reservation with the current one. Earlier ones are links. */
export function StepList({ current, reservation }: Props) {
  const t = useText(reservationTexts);
  const steps = stepsOf(reservation);
  const position = steps.indexOf(current);
  return (
    <StepNav
      label={t("reservation.steps")}
      steps={steps.map((step, index) => ({
        name: t(`reservation.step-${step}`),
        href: index < position ? pathOf[step] : null,
      }))}
      current={position}
    />
  );
}
