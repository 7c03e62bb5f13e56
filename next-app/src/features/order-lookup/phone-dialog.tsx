"use client";

import type { Refusal } from "@/api/outcome";
import { isNumericPhone } from "@/lib/phone";
import { FieldDialog } from "@/parts/field-dialog/field-dialog";
import { addressTexts } from "@/text/areas/address";
import { orderLookupTexts } from "@/text/areas/order-lookup";
import { useText } from "@/text/use-text";
import { phoneProblem } from "./phone-problem";

type Props = {
  /** Looks up the order again with the phone number. Returns the refusal, or null if the number is correct. */
  onContinue: (phoneNumber: string) => Promise<Refusal | null>;
  onClose: () => void;
};

/** Asks for the phone number before the order is shown. */
export default function PhoneDialog({ onContinue, onClose }: Props) {
  const t = useText(addressTexts, orderLookupTexts);

  async function verify(phoneNumber: string) {
    const refusal = await onContinue(phoneNumber);
    return refusal && { message: phoneProblem(t, refusal) };
  }

  return (
    <FieldDialog
      title={t("order-lookup.verify")}
      intro={<p>{t("order-lookup.why")}</p>}
      field={{
        type: "tel",
        name: "phone",
        autoComplete: "tel",
        inputMode: "tel",
        label: t("address.phone-label"),
      }}
      initial=""
      isValid={isNumericPhone}
      invalidText={t("order-lookup.phone-required")}
      sendText={t("order-lookup.continue")}
      send={verify}
      onClose={onClose}
      isStatic
    />
  );
}
