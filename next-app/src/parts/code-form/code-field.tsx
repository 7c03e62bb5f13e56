import { TextField } from "@/ui/field";
import type { useCodeForm } from "./use-code-form";

/** The field of a form for a code. */
export function CodeField({ form }: { form: ReturnType<typeof useCodeForm> }) {
  return (
    <TextField
      {...form.field("promotionCode")}
      ref={form.input}
      maxLength={64}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
