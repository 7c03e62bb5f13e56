"use client";

import { useState } from "react";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { ScriptButton } from "@/ui/script-button";
import { StatusLine } from "@/ui/status-line";

/** The order number in large type. A press on the number selects it, and the button copies it. */
export function CopyNumber({ number }: { number: string }) {
  const t = useText(confirmationTexts);
  const [statusText, setStatusText] = useState<"copied" | "failed" | null>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(number);
      setStatusText("copied");
    } catch {
      // Copying fails without https or without the browser's permission.
      setStatusText("failed");
    }
  }

  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <span data-confirmation-number className="figures text-2xl font-bold break-all select-all sm:text-h2">
          {number}
        </span>
        <ScriptButton
          data-screen-only
          aria-label={t("confirmation.copy-number")}
          onClick={copy}
          className="inline-flex min-h-11 items-center rounded-field px-2 text-sm font-semibold text-link underline underline-offset-4 hover:bg-sunken"
        >
          {t("confirmation.copy")}
        </ScriptButton>
      </p>
      <StatusLine visible={statusText !== null}>
        {statusText === "copied"
          ? t("confirmation.copied")
          : statusText === "failed"
            ? t("confirmation.not-copied")
            : ""}
      </StatusLine>
    </>
  );
}
