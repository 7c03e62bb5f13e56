"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { call } from "@/api/call";
import type { Order } from "@/api/types";
import { isEmail } from "@/lib/email";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";

type Props = { order: Order; onClose: () => void; onResent: (message: string) => void };

/** Where the confirmation is to go this time. */
export default function ResendDialog({ order, onClose, onResent }: Props) {
  const t = useText();
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState(order.lastConfirmEmailAddress);
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    setFailure(null);
    if (!isEmail(email.trim())) {
      setFault(t("address.email"));
      field.current?.focus();
      return;
    }
    setSending(true);
    const outcome = await call((api) =>
      api.POST("/order/resend-confirmation", { body: { extOrderId: order.id, email: email.trim() } }),
    );
    setSending(false);
    if (outcome.ok) return onResent(outcome.answer?.message ?? t("confirmation.resent"));
    const ofField = outcome.errors.find((error) => error.field === "email");
    if (ofField) setFault(ofField.message);
    else setFailure(outcome.message);
    field.current?.focus();
  }

  return (
    <Dialog
      open
      title={t("confirmation.recipient")}
      onClose={onClose}
      keepsOnPress
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <Button type="submit" form={form} busy={sending}>
            {t("confirmation.send")}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send} className="grid gap-4 pt-1">
        {failure ? (
          <Alert tone="error" label={t("alert.error")}>
            {failure}
          </Alert>
        ) : null}
        <TextField
          ref={field}
          autoFocus
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          label={t("checkout.email-label")}
          hint={t("confirmation.recipient-hint")}
          value={email}
          error={fault}
          onChange={(event) => {
            setEmail(event.target.value);
            setFault(null);
          }}
        />
      </form>
    </Dialog>
  );
}
