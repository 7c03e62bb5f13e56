"use client";

import { useMemo } from "react";
import * as z from "zod/mini";
import { donationStep, formatDonation, maxDonation, minDonation, parseDonation } from "@/lib/donation-rules";
import { formatMoney } from "@/lib/money";
import { emptyForm, textField } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { donateTexts } from "@/text/areas/donate";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { FieldFrame } from "@/ui/field";
import { fieldClass } from "@/ui/field-class";
import { Form, SubmitButton } from "@/ui/form";
import { Choice } from "./choice";

/** The form of a custom amount; `amount` is null unless a valid one is typed. */
export function useCustomAmount(label: string) {
  const t = useText(donateTexts);
  // An empty field and invalid text have the same message, because the browser reports invalid text as an empty value.
  const schema = useMemo(
    () => z.object({ amount: textField((typed) => parseDonation(typed) !== null, t("donate.own-invalid")) }),
    [t],
  );
  const form = useShopForm({ ...emptyForm(schema), labelOf: () => label });
  return { form, amount: parseDonation(form.values.amount) };
}

type Props = {
  label: string;
  custom: ReturnType<typeof useCustomAmount>;
  busy: boolean;
  onGive: (amount: number) => void;
};

/** The field for a custom amount. An invalid amount is reported while it is typed and cannot be donated. */
export function CustomAmount({ label, custom: { form, amount }, busy, onGive }: Props) {
  const t = useText(donateTexts);

  const give = () =>
    form.submit(async (typed) => {
      const given = parseDonation(typed.amount);
      if (!busy && given !== null) onGive(given);
      return null;
    });

  return (
    <Form onSubmit={give}>
      <FieldFrame label={label} hint={t("donate.own-hint")} error={form.messageOf("amount")}>
        {(aria) => (
          <Choice>
            <span className="relative block">
              <span aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-2">
                $
              </span>
              <input
                {...aria}
                ref={form.input}
                type="number"
                inputMode="decimal"
                min={minDonation}
                max={maxDonation}
                step={donationStep}
                autoComplete="off"
                value={form.values.amount}
                onChange={(event) => {
                  form.changeField("amount", event.target.value);
                  form.leave("amount");
                }}
                onBlur={() => {
                  if (amount !== null) form.setValue("amount", formatDonation(amount));
                }}
                // The field loses focus when the shopper scrolls over it, because scrolling would change the amount.
                onWheel={(event) => event.currentTarget.blur()}
                className={classNames(
                  fieldClass,
                  "figures pl-7 [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none",
                )}
              />
            </span>
            <SubmitButton
              appearance={amount === null ? "secondary" : "primary"}
              wide
              className="max-sm:px-2"
              blocked={amount === null}
              busy={busy}
            >
              {amount === null ? t("donate.give-own") : t("donate.give", { amount: formatMoney(amount) })}
            </SubmitButton>
          </Choice>
        )}
      </FieldFrame>
    </Form>
  );
}
