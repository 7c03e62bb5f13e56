"use client";

import { useRef, useState } from "react";
import { donationOf, donationStep, leastDonation, mostDonation, shownDonation } from "@/lib/donation-rules";
import { formatMoney } from "@/lib/money";
import { donateTexts } from "@/text/areas/donate";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { FieldFrame, fieldClass } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { Choice } from "./choice";

type Props = { label: string; busy: boolean; onGive: (amount: number) => void };

/** A custom amount. An invalid one is reported after typing and cannot be given. */
export function OwnAmount({ label, busy, onGive }: Props) {
  const t = useText(donateTexts);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  /** For text that is not a number the browser reports an empty value. */
  const [unreadable, setUnreadable] = useState(false);
  const [judged, setJudged] = useState(false);
  const amount = unreadable ? null : donationOf(typed);
  const wrong = judged && amount === null;

  function give() {
    if (busy) return;
    if (amount !== null) {
      onGive(amount);
      return;
    }
    setJudged(true);
    field.current?.focus();
  }

  return (
    <Form onSubmit={give}>
      <FieldFrame label={label} hint={t("donate.own-hint")} error={wrong ? t("donate.own-invalid") : null}>
        {(aria) => (
          <Choice>
            <span className="relative block">
              <span aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-2">
                $
              </span>
              <input
                {...aria}
                ref={field}
                type="number"
                inputMode="decimal"
                min={leastDonation}
                max={mostDonation}
                step={donationStep}
                autoComplete="off"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setUnreadable(!event.target.validity.valid);
                  setJudged(true);
                }}
                onBlur={() => {
                  if (amount !== null) setTyped(shownDonation(amount));
                }}
                // Scrolling over the field must not change the amount.
                onWheel={(event) => event.currentTarget.blur()}
                className={classNames(
                  fieldClass,
                  "figures pl-7 [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none",
                )}
              />
            </span>
            <SubmitButton look="secondary" wide className="max-sm:px-2" blocked={amount === null} busy={busy}>
              {amount === null ? t("donate.give-own") : t("donate.give", { amount: formatMoney(amount) })}
            </SubmitButton>
          </Choice>
        )}
      </FieldFrame>
    </Form>
  );
}
