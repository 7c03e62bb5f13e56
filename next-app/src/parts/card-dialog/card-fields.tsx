"use client";

import { useEffect, useId, useRef } from "react";
import type { SavedPayment } from "@/api/types";
import { savedCardName } from "@/parts/card-name/card-name";
import { cardTexts } from "@/text/areas/card";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Choices } from "@/ui/choices";
import { Checkbox, TextField } from "@/ui/field";
import { TextButton } from "@/ui/text-button";
import { maxNameLength, newCard } from "./card-choice";
import type { CardFields } from "./use-card-fields";

type SavedProps = { fields: CardFields; cards: SavedPayment[]; selected: SavedPayment | null };

/** The card that was chosen before the dialog opened, and a button that asks for another one. */
export function ChosenCard({ fields, cards, selected }: SavedProps) {
  const t = useText(cardTexts, paymentTexts);
  const other = selected ? newCard : cards[0]?.extAccountStoredPaymentId;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      {selected ? (
        <p>
          <span className="block text-sm font-semibold">{t("payment.pay-with")}</span>
          {savedCardName(t, selected)}
        </p>
      ) : null}
      {other ? (
        <TextButton className="-mx-2" onClick={() => fields.askForCard(other)}>
          {t(selected ? "payment.new-card" : "payment.saved-card")}
        </TextButton>
      ) : null}
    </div>
  );
}

type ChoiceProps = SavedProps & {
  /** Whether the list takes the focus, because the button that opened it has disappeared. */
  takesFocus: boolean;
};

/** The choice between the saved cards and a new one. */
export function SavedCardChoice({ fields, cards, selected, takesFocus }: ChoiceProps) {
  const t = useText(cardTexts, paymentTexts);
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (takesFocus) list.current?.querySelector<HTMLElement>("input:checked")?.focus();
  }, [takesFocus]);
  return (
    <fieldset ref={list} className="grid gap-2">
      <legend className="pb-2 text-sm font-semibold">{t("payment.pay-with")}</legend>
      <Choices
        name={`${id}-card`}
        chosen={fields.chosenId(selected)}
        choices={[
          ...cards.map((card) => ({
            id: card.extAccountStoredPaymentId,
            name: savedCardName(t, card),
          })),
          { id: newCard, name: t("payment.new-card") },
        ]}
        onChoose={fields.choose}
      />
    </fieldset>
  );
}

type SecurityCodeProps = { code: CardFields["code"]; brand: string; onEnter: () => void };

/** The security code of a saved card. */
export function SecurityCodeField({ code, brand, onEnter }: SecurityCodeProps) {
  const t = useText(paymentTexts);
  return (
    <div ref={code.ref} className="max-w-[24rem]">
      <TextField
        label={t("payment.code")}
        hint={t(brand === "American Express" ? "payment.code-hint-front" : "payment.code-hint-back")}
        name="securityCode"
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={4}
        className="max-w-32"
        value={code.value}
        error={code.isMissing ? t("payment.code-required") : null}
        onChange={(event) => code.change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onEnter();
        }}
      />
    </div>
  );
}

/** The name on a new card. */
export function CardholderField({ name, readOnly }: { name: CardFields["name"]; readOnly: boolean }) {
  const t = useText(paymentTexts);
  return (
    <div ref={name.ref}>
      <TextField
        label={t("payment.cardholder")}
        name="cardholderName"
        autoComplete="cc-name"
        maxLength={maxNameLength}
        value={name.value}
        readOnly={readOnly}
        error={name.isMissing ? t("payment.cardholder-required") : null}
        onChange={(event) => name.change(event.target.value)}
      />
    </div>
  );
}

/** Whether a new card is saved to the account. */
export function SaveCardBox({ fields, disabled }: { fields: CardFields; disabled: boolean }) {
  const t = useText(paymentTexts);
  return (
    <Checkbox
      label={t("payment.save-card")}
      name="saveCard"
      checked={fields.saveCard}
      disabled={disabled}
      onChange={(event) => fields.setSaveCard(event.target.checked)}
    />
  );
}
