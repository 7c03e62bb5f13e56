"use client";

import { type ComponentProps, type ReactNode, useId, useMemo } from "react";
import * as z from "zod/mini";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { emptyForm, textField } from "@/parts/form/rules";
import { type FormFailure, useShopForm } from "@/parts/form/use-shop-form";
import { dialogTexts } from "@/text/areas/dialog";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";

type Props = {
  title: string;
  intro?: ReactNode;
  field: Omit<ComponentProps<typeof TextField>, "ref" | "value" | "onChange" | "error" | "autoFocus">;
  initial: string;
  /** Whether the trimmed value is valid. `invalidText` is the message while it is not. */
  isValid: (value: string) => boolean;
  invalidText: string;
  sendText: string;
  /** Sends the trimmed value. Resolves to the failure, or to null on success. */
  send: (value: string) => Promise<FormFailure | null>;
  onClose: () => void;
  /** Only the dialog's own buttons close it. */
  isStatic?: boolean;
};

/** A dialog that asks for one value. The typed value stays until it is accepted. */
export function FieldDialog({
  title,
  intro,
  field,
  initial,
  isValid,
  invalidText,
  sendText,
  send,
  onClose,
  isStatic,
}: Props) {
  const t = useText(dialogTexts);
  const id = useId();
  const schema = useMemo(
    () => z.object({ value: textField((typed) => isValid(typed.trim()), invalidText) }),
    [isValid, invalidText],
  );
  const form = useShopForm({
    ...emptyForm(schema),
    defaultValues: { value: initial },
    labelOf: () => null,
    fieldOfWire: (name) => (name === field.name ? "value" : null),
  });

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      isStatic={isStatic}
      keepsOnPress
      footer={
        <>
          <Button appearance="secondary" onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <SubmitButton form={id} busy={form.isSubmitting}>
            {sendText}
          </SubmitButton>
        </>
      }
    >
      <Form
        id={id}
        onSubmit={() => form.submit(({ value }) => send(value.trim()))}
        className="grid gap-4 pt-1"
      >
        {intro}
        {/* Without a reference to the message, the focus stays in the field. */}
        <ProblemAlert problem={form.problem} />
        <TextField {...form.field("value")} {...field} ref={form.input} autoFocus />
      </Form>
    </Dialog>
  );
}
