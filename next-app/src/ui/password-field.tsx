"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { IconButton } from "./button";
import { classNames } from "./class-names";
import { FieldFrame } from "./field";
import { fieldClass } from "./field-class";
import { Icon } from "./icon";

type Props = Omit<ComponentProps<"input">, "id" | "type"> & {
  label: ReactNode;
  /** The accessible name of the button that shows the password. */
  showLabel: string;
  hint?: ReactNode;
  error?: string | null;
  /** The id of a message elsewhere that describes the field too. */
  describedBy?: string;
};

/** A password field with a button that shows the password. Pasting and password managers work. */
export function PasswordField({ label, showLabel, hint, error, describedBy, className, ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} hint={hint} error={error} describedBy={describedBy}>
      {(aria) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...aria}
            type={shown ? "text" : "password"}
            className={classNames(fieldClass, "pr-12", className)}
          />
          <IconButton
            label={showLabel}
            aria-pressed={shown}
            className="absolute inset-y-0 right-0"
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? "eyeOff" : "eye"} size={20} />
          </IconButton>
        </span>
      )}
    </FieldFrame>
  );
}
