"use client";

import { useId } from "react";
import type { SavedPayment } from "@/api/types";
import { savedCardName } from "@/parts/card-name/card-name";
import { cardTexts } from "@/text/areas/card";
import { paymentTexts } from "@/text/areas/payment";
import { useText } from "@/text/use-text";
import { Choices } from "@/ui/choices";
import { Checkbox, TextField } from "@/ui/field";
import { maxNameLength, newCard } from "./card-choice";
import type { CardFields } from "./use-card-fields";

type SavedProps = { fields: CardFields; cards: SavedPayment[]; selected: SavedPayment | null };

/** The choice between the saved cards and a new one. */
export function SavedCardChoice({ fields, cards, selected }: SavedProps) {
  const t = useText(cardTexts, paymentTexts);
  const id = useId();
  return (
    <fieldset className="grid gap-2">
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
