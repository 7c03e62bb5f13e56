"use client";

import { useMemo } from "react";
import * as z from "zod/mini";
import { call } from "@/api/call";
import type { OwnedTicket } from "@/api/types";
import { isEmail } from "@/lib/email";
import { FormErrors } from "@/parts/form/form-errors";
import { emptyForm, textField } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { addressTexts } from "@/text/areas/address";
import { ticketTransferTexts } from "@/text/areas/ticket-transfer";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Form } from "@/ui/form";

const maxNameLength = 60;
const isName = (typed: string) => typed.trim() !== "" && typed.trim().length <= maxNameLength;

const schemaOf = (t: Translate<"address" | "ticket-transfer">) =>
  z.object({
    recipientName: textField(isName, t("ticket-transfer.name-required")),
    email: textField((typed) => typed.trim() === "" || isEmail(typed.trim()), t("address.email")),
    senderName: textField(isName, t("ticket-transfer.name-required")),
  });

const labels = {
  recipientName: "ticket-transfer.recipient",
  email: "ticket-transfer.email",
  senderName: "ticket-transfer.sender",
} as const;

type Fields = Record<keyof typeof labels, string>;

type Props = {
  orderId: string;
  ticketId: string;
  /** Whether the ticket gets a new code, because it cannot have been used. */
  isUnused: boolean;
  /** The suggested name of the sender. */
  buyerName: string;
  /** `email` is empty if the ticket was sent to no address. */
  onSent: (ticket: OwnedTicket, email: string) => void;
  onClose: () => void;
};

/** Asks to whom a ticket is sent. */
export function SendForm({ orderId, ticketId, isUnused, buyerName, onSent, onClose }: Props) {
  const t = useText(addressTexts, ticketTransferTexts);
  const schema = useMemo(() => schemaOf(t), [t]);
  const { defaultValues, fields } = emptyForm(schema);
  const form = useShopForm<Fields, keyof Fields>({
    schema,
    defaultValues: { ...defaultValues, senderName: isName(buyerName) ? buyerName : "" },
    fields,
    labelOf: (field) => t(labels[field]),
  });

  const submit = () =>
    form.submit(async ({ recipientName, email, senderName }) => {
      const address = email.trim();
      const outcome = await call((api) =>
        api.POST("/transfer/send", {
          body: {
            extOrderId: orderId,
            ticketId,
            recipientName: recipientName.trim(),
            senderName: senderName.trim(),
            ...(address ? { email: address } : {}),
          },
        }),
      );
      if (!outcome.ok) return outcome;
      if (outcome.answer.value) onSent(outcome.answer.value, address);
      return null;
    });

  return (
    <Form className="grid max-w-[30rem] gap-4 rounded-field bg-sunken p-4" onSubmit={submit}>
      <FormErrors form={form} />
      <p>{t(isUnused ? "ticket-transfer.send-hint" : "ticket-transfer.send-hint-today")}</p>
      <TextField {...form.field("recipientName")} autoFocus autoComplete="off" />
      <TextField
        {...form.field("email")}
        type="email"
        inputMode="email"
        autoComplete="off"
        optional={t("ticket-transfer.optional")}
        hint={t("ticket-transfer.email-hint")}
      />
      <TextField {...form.field("senderName")} autoComplete="name" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isSubmitting}>
          {t("ticket-transfer.make")}
        </Button>
        <Button appearance="secondary" onClick={onClose}>
          {t("ticket-transfer.cancel")}
        </Button>
      </div>
    </Form>
  );
}
