"use client";

import type { Ref } from "react";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { ScriptButton } from "@/ui/script-button";

type Props = { message: string; onRetry: () => void; ref?: Ref<HTMLDivElement> };

/** The message that says why something could not be read, and the button that reads it again. */
export function RetryAlert({ message, onRetry, ref }: Props) {
  const t = useText(alertTexts);
  return (
    <Alert
      ref={ref}
      tone="error"
      label={t("alert.error")}
      action={
        <ScriptButton className="-my-3 min-h-11 flex-none font-semibold underline" onClick={onRetry}>
          {t("alert.retry")}
        </ScriptButton>
      }
    >
      {message}
    </Alert>
  );
}
