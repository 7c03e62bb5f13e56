"use client";

import { type ComponentProps, useRef, useState } from "react";
import { meantEmail } from "@/lib/email-typo";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { TextButton } from "@/ui/text-button";
import { useSettled } from "@/ui/use-settled";

type Props = Omit<ComponentProps<typeof TextField>, "type" | "value" | "onChange" | "onBlur"> & {
  value: string;
  /** Called with what the visitor types, and with a suggested address that the visitor accepts. */
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
};

/**
 * A field for the visitor's e-mail address. If the domain of the address looks like a typing error when the visitor
 * leaves the field, it suggests the address that was probably meant. One press accepts it, and nothing is blocked.
 */
export function EmailField({ value, onChange, onBlur, ...field }: Props) {
  const t = useText(formTexts);
  /** The address with which the visitor left the field. Nothing is suggested while the visitor types. */
  const [left, setLeft] = useState<string | null>(null);
  const [accepted, setAccepted] = useState<string | null>(null);
  const meant = useSettled(left === value ? meantEmail(value) : null);
  const status = useRef<HTMLParagraphElement>(null);

  function accept(email: string) {
    onChange({ target: { value: email } });
    setAccepted(email);
    // The pressed button disappears. In the field, the focus would open a phone's keyboard.
    status.current?.focus();
  }

  return (
    <div>
      <TextField
        {...field}
        type="email"
        inputMode="email"
        maxLength={254}
        spellCheck={false}
        value={value}
        onChange={onChange}
        onBlur={() => {
          setLeft(value);
          onBlur();
        }}
      />
      <p ref={status} role="status" tabIndex={-1} className="text-sm text-ink-2">
        {meant ? (
          <TextButton className="-ml-2 text-left wrap-anywhere" onClick={() => accept(meant)}>
            {t("form.email-meant", { email: meant })}
          </TextButton>
        ) : accepted === value ? (
          <span className="block pt-1.5 wrap-anywhere">{t("form.email-accepted", { email: accepted })}</span>
        ) : null}
      </p>
    </div>
  );
}
