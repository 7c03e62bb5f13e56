"use client";

import { useState } from "react";
import type { Translate } from "@/text/texts";
import { TextField } from "@/ui/field";
import { StatusLine } from "@/ui/status-line";
import { TextButton } from "@/ui/text-button";

type Props = { t: Translate<"ticket-transfer">; name: string; path: string };

/** The link of a sent ticket, to copy and to pass on. */
export function SecretLink({ t, name, path }: Props) {
  const [status, setStatus] = useState<"copied" | "not-copied" | null>(null);
  const link = new URL(path, window.location.origin).href;

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setStatus("copied");
    } catch {
      // Copying fails without https or without the browser's permission.
      setStatus("not-copied");
    }
  }

  return (
    <div className="grid max-w-[30rem] gap-1">
      <TextField
        label={t("ticket-transfer.link", { name })}
        hint={t("ticket-transfer.link-hint")}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <TextButton className="-ml-2 justify-self-start" onClick={copy}>
        {t("ticket-transfer.copy")}
      </TextButton>
      <StatusLine visible={status !== null}>{status ? t(`ticket-transfer.${status}`) : ""}</StatusLine>
    </div>
  );
}
