import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { FieldFrame } from "./field";
import { fieldClass } from "./field-class";

type Props = Omit<ComponentProps<"select">, "id"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  optional?: string;
};

/** A native select, which phones and screen readers support best. */
export function Select({ label, hint, error, optional, className, children, ...select }: Props) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional}>
      {(aria) => (
        <select {...select} {...aria} className={classNames(fieldClass, "pr-8", className)}>
          {children}
        </select>
      )}
    </FieldFrame>
  );
}
