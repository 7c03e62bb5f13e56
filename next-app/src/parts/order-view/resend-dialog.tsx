"use client";

import { call } from "@/api/call";
import type { Order } from "@/api/types";
import { isEmail } from "@/lib/email";
import { FieldDialog, type Trouble } from "@/parts/field-dialog/field-dialog";
import { addressTexts } from "@/text/areas/address";
import { checkoutTexts } from "@/text/areas/checkout";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";

type Props = { order: Order; onClose: () => void; onResent: (message: string) => void };

/** Asks for the address to which the confirmation is sent again. */
export default function ResendDialog({ order, onClose, onResent }: Props) {
  const t = useText(addressTexts, checkoutTexts, confirmationTexts);

  async function resend(email: string): Promise<Trouble | null> {
    if (!isEmail(email)) return { fault: t("address.email") };
    const outcome = await call((api) =>
      api.POST("/order/resend-confirmation", { body: { extOrderId: order.id, email } }),
    );
    if (outcome.ok) {
      onResent(outcome.answer?.message ?? t("confirmation.resent"));
      return null;
    }
    const ofField = outcome.errors.find((error) => error.field === "email");
    return ofField ? { fault: ofField.message } : { failure: outcome.message };
  }

  return (
    <FieldDialog
      title={t("confirmation.recipient")}
      field={{
        type: "email",
        name: "email",
        autoComplete: "email",
        inputMode: "email",
        label: t("checkout.email-label"),
        hint: t("confirmation.recipient-hint"),
      }}
      initial={order.lastConfirmEmailAddress}
      sendText={t("confirmation.send")}
      send={resend}
      onClose={onClose}
    />
  );
}
