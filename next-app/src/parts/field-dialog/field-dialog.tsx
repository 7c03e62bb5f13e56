"use client";

import { type ComponentProps, type ReactNode, useId, useRef, useState } from "react";
import { alertTexts } from "@/text/areas/alert";
import { dialogTexts } from "@/text/areas/dialog";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";

/** A `fault` of the value is shown at its field, a `failure` above it. */
export type Trouble = { fault: string } | { failure: string };

type Props = {
  title: string;
  intro?: ReactNode;
  field: Omit<ComponentProps<typeof TextField>, "ref" | "value" | "onChange" | "error" | "autoFocus">;
  initial: string;
  sendText: string;
  /** Sends the trimmed value. Returns null on success. */
  send: (value: string) => Promise<Trouble | null>;
  onClose: () => void;
  /** Only the dialog's own buttons close it. */
  isStatic?: boolean;
};

/** A dialog that asks for one value. The typed value stays until it is accepted. */
export function FieldDialog({ title, intro, field, initial, sendText, send, onClose, isStatic }: Props) {
  const t = useText(alertTexts, dialogTexts);
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(initial);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [sending, setSending] = useState(false);

  async function submit() {
    if (sending) return;
    setTrouble(null);
    setSending(true);
    const found = await send(value.trim());
    setSending(false);
    if (found === null) return;
    setTrouble(found);
    input.current?.focus();
  }

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      isStatic={isStatic}
      keepsOnPress
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <SubmitButton form={form} busy={sending}>
            {sendText}
          </SubmitButton>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="grid gap-4 pt-1">
        {intro}
        {trouble && "failure" in trouble ? (
          <Alert tone="error" label={t("alert.error")}>
            {trouble.failure}
          </Alert>
        ) : null}
        <TextField
          {...field}
          ref={input}
          autoFocus
          value={value}
          error={trouble && "fault" in trouble ? trouble.fault : null}
          onChange={(event) => {
            setValue(event.target.value);
            if (trouble && "fault" in trouble) setTrouble(null);
          }}
        />
      </Form>
    </Dialog>
  );
}
