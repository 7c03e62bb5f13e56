"use client";

import Link from "next/link";
import { reservationTexts } from "@/text/areas/reservation";
import { useText } from "@/text/use-text";
import { Disclosure } from "@/ui/disclosure";
import { Icon } from "@/ui/icon";
import { pathOf, type Step, stepsOf } from "./steps";

/**
 * The steps with the current one. Earlier ones are links. On phones the list is in a disclosure under the step's name.
 */
export function StepList({ current, hasAddOns }: { current: Step; hasAddOns: boolean }) {
  const t = useText(reservationTexts);
  const steps = stepsOf(hasAddOns);
  const number = steps.indexOf(current) + 1;
  const list = (
    <ol className="figures grid gap-x-3 gap-y-1 text-sm sm:flex sm:flex-wrap sm:items-center">
      {steps.map((step, index) => (
        <li key={step} className="flex min-h-11 items-center gap-3">
          {index > 0 ? (
            <span className="hidden text-ink-2 sm:inline">
              <Icon name="next" size={16} />
            </span>
          ) : null}
          {index + 1 < number ? (
            <Link
              href={pathOf[step]}
              prefetch={false}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {t(`reservation.step-${step}`)}
            </Link>
          ) : step === current ? (
            <span aria-current="step" className="font-semibold">
              {t(`reservation.step-${step}`)}
            </span>
          ) : (
            <span className="text-ink-2">{t(`reservation.step-${step}`)}</span>
          )}
        </li>
      ))}
    </ol>
  );
  return (
    <nav aria-label={t("reservation.steps")}>
      <div className="hidden sm:block">{list}</div>
      <div className="sm:hidden">
        <Disclosure
          // The number of steps is left out, because whether there are add-ons is only known after a day is chosen.
          title={t("reservation.step-of", { number, step: t(`reservation.step-${current}`) })}
        >
          {list}
        </Disclosure>
      </div>
    </nav>
  );
}
