"use client";

import { useMemo } from "react";
import * as z from "zod/mini";
import { call } from "@/api/call";
import type { OwnedTicket } from "@/api/types";
import { FormErrors } from "@/parts/form/form-errors";
import { textField } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { ticketTransferTexts } from "@/text/areas/ticket-transfer";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Form } from "@/ui/form";

type Fields = { name: string };

type Props = {
  orderId: string;
  ticketId: string;
  holder: NonNullable<OwnedTicket["holder"]>;
  onRenamed: (ticket: OwnedTicket) => void;
  onClose: () => void;
};

/** Asks for another name of a ticket's holder. */
export function RenameForm({ orderId, ticketId, holder, onRenamed, onClose }: Props) {
  const t = useText(ticketTransferTexts);
  const schema = useMemo(
    () =>
      z.object({ name: textField((typed) => typed.trim() !== "", t("ticket-transfer.new-name-required")) }),
    [t],
  );
  const form = useShopForm<Fields, keyof Fields>({
    schema,
    defaultValues: { name: holder.name },
    fields: ["name"],
    labelOf: () => holder.label,
  });

  const submit = () =>
    form.submit(async ({ name }) => {
      const body = { extOrderId: orderId, ticketId, name: name.trim() };
      const outcome = await call((api) => api.POST("/transfer/rename", { body }));
      if (!outcome.ok) return outcome;
      if (outcome.answer.value) onRenamed(outcome.answer.value);
      return null;
    });

  return (
    <Form className="grid max-w-[30rem] gap-4 rounded-field bg-sunken p-4" onSubmit={submit}>
      <FormErrors form={form} />
      <p>{t("ticket-transfer.rename-hint")}</p>
      <TextField {...form.field("name")} autoFocus autoComplete="off" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isSubmitting}>
          {t("ticket-transfer.confirm-rename")}
        </Button>
        <Button appearance="secondary" onClick={onClose}>
          {t("ticket-transfer.cancel")}
        </Button>
      </div>
    </Form>
  );
}
