"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { Reservation } from "@/api/types";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { alertTexts } from "@/text/areas/alert";
import { reservationTexts } from "@/text/areas/reservation";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { redirectText } from "./redirect";
import { StepList } from "./step-list";
import type { Step } from "./steps";

type Props = {
  /** The step, and the reservation as far as it is known; absent on pages outside the steps. */
  step?: Step;
  reservation?: Pick<Reservation, "visit" | "hasAddOns">;
  title: string;
  intro: ReactNode;
  /** The code with which the visitor was redirected here, or null. */
  code: string | null;
  children: ReactNode;
};

const nothingChosen = { hasAddOns: false };

/** The frame of a reservation page: the list of steps, and why the visitor was redirected here. */
export function StepFrame({ step, reservation = nothingChosen, title, intro, code, children }: Props) {
  const t = useText(alertTexts, reservationTexts);
  const alert = useRef<HTMLDivElement>(null);
  useErrorTitle(code !== null);

  useEffect(() => {
    if (code !== null) alert.current?.focus();
  }, [code]);

  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[60rem] gap-6">
        {step ? <StepList current={step} reservation={reservation} /> : null}
        <header className="grid gap-2">
          <h1 className="text-h1">{title}</h1>
          <p className="max-w-prose text-ink-2">{intro}</p>
        </header>
        {code === null ? null : (
          <Alert ref={alert} tone="error" label={t("alert.error")}>
            {t(redirectText(code))}
          </Alert>
        )}
        {children}
      </div>
    </div>
  );
}
