"use client";

import { call } from "@/api/call";
import type { Order } from "@/api/types";
import { isEmail } from "@/lib/email";
import { FieldDialog } from "@/parts/field-dialog/field-dialog";
import type { FormFailure } from "@/parts/form/use-shop-form";
import { addressTexts } from "@/text/areas/address";
import { checkoutTexts } from "@/text/areas/checkout";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";

type Props = { order: Order; onClose: () => void; onResent: (message: string) => void };

/** Asks for the address to which the confirmation is sent again. */
export default function ResendDialog({ order, onClose, onResent }: Props) {
  const t = useText(addressTexts, checkoutTexts, confirmationTexts);

  async function resend(email: string): Promise<FormFailure | null> {
    const outcome = await call((api) =>
      api.POST("/order/resend-confirmation", { body: { extOrderId: order.id, email } }),
    );
    if (outcome.ok) {
      onResent(outcome.answer?.message ?? t("confirmation.resent"));
      return null;
    }
    const { message, errors } = outcome;
    return { message, errors };
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
        hint: t(
          order.ticketsArePasses ? "confirmation.recipient-hint-passes" : "confirmation.recipient-hint",
        ),
      }}
      initial={order.lastConfirmEmailAddress}
      isValid={isEmail}
      invalidText={t("address.email")}
      sendText={t("confirmation.send")}
      send={resend}
      onClose={onClose}
    />
  );
}
