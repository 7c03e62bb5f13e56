"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import type { Refusal } from "@/api/outcome";
import { isNumericPhone } from "@/lib/phone";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";

/** Looks again with a number; null when that was the right one. */
type Props = { onContinue: (phoneNumber: string) => Promise<Refusal | null> };

/** Must be answered: nothing of the order is shown before. */
export default function PhoneDialog({ onContinue }: Props) {
  const t = useText();
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [phone, setPhone] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (asking) return;
    setFailure(null);
    if (!isNumericPhone(phone)) {
      setFault(t("order-lookup.phone-required"));
      field.current?.focus();
      return;
    }
    setAsking(true);
    const refusal = await onContinue(phone.trim());
    if (!refusal) return;
    setAsking(false);
    setFailure(words(refusal));
    field.current?.focus();
  }

  function words({ status, message, retryAfterSeconds }: Refusal): string {
    if (status === 404) return t("order-lookup.no-match");
    if (status === 429 && retryAfterSeconds) {
      return t("order-lookup.wait", { minutes: Math.ceil(retryAfterSeconds / 60) });
    }
    return message;
  }

  return (
    <Dialog
      open
      isStatic
      withoutClose
      title={t("order-lookup.verify")}
      // A static dialog is closed by its answer alone.
      onClose={() => undefined}
      footer={
        <Button type="submit" form={form} busy={asking}>
          {t("order-lookup.continue")}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <p>{t("order-lookup.why")}</p>
        {failure ? (
          <Alert tone="error" label={t("alert.error")}>
            {failure}
          </Alert>
        ) : null}
        <TextField
          ref={field}
          autoFocus
          type="tel"
          name="phone"
          autoComplete="tel"
          inputMode="tel"
          label={t("address.phone-label")}
          value={phone}
          error={fault}
          onChange={(event) => {
            setPhone(event.target.value);
            setFault(null);
          }}
        />
      </form>
    </Dialog>
  );
}
