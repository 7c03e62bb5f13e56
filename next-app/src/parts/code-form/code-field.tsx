import type { ReactNode } from "react";
import { FieldFrame } from "@/ui/field";
import { fieldClass } from "@/ui/field-class";
import type { useCodeForm } from "./use-code-form";

type Props = {
  form: ReturnType<typeof useCodeForm>;
  /** A button beside the field. */
  action?: ReactNode;
};

/** The field of a form for a code. */
export function CodeField({ form, action }: Props) {
  const { label, error, ...input } = form.field("promotionCode");
  return (
    <FieldFrame label={label} error={error}>
      {(aria) => (
        <div className="flex gap-3">
          <input
            {...input}
            {...aria}
            ref={form.input}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className={`${fieldClass} min-w-0 flex-1`}
          />
          {action}
        </div>
      )}
    </FieldFrame>
  );
}
