"use client";

import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { alertTexts } from "@/text/areas/alert";
import { upgradeTexts } from "@/text/areas/upgrade";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { TextButton } from "@/ui/text-button";
import { barcodesOf } from "./barcodes";

/** Adds tickets by their barcodes. Some may be added even if others were not found. */
export function AddTicket({ onAdded }: { onAdded: (all: boolean) => Promise<void> }) {
  const t = useText(alertTexts, upgradeTexts);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [helped, setHelped] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  async function submit() {
    if (busy) return;
    setProblem(null);
    const { codes: barcodes, tooLong } = barcodesOf(typed);
    const fault =
      tooLong.length > 0
        ? t("upgrade.too-long", { codes: tooLong.join(", ") })
        : barcodes.length === 0
          ? t("upgrade.no-barcodes")
          : undefined;
    setWrong(fault);
    if (fault !== undefined) {
      field.current?.querySelector("input")?.focus();
      return;
    }
    setBusy(true);
    const outcome = await call((api) => api.POST("/upgrade/link-upgrade-ticket", { body: { barcodes } }), {
      busy: t("upgrade.adding"),
    });
    setBusy(false);
    if (outcome.ok) setTyped("");
    // The shop's message or, for a failed call, a text that the ticket was not added, with the reason.
    else if (outcome.status === 200) setProblem(outcome.message);
    else setProblem(`${t("upgrade.not-added")}. ${outcome.message}`);
    await onAdded(outcome.ok);
  }

  return (
    <Form ref={field} className="grid gap-4" onSubmit={submit}>
      {problem ? (
        <Alert ref={alert} tone="error" label={t("alert.error")}>
          {problem}
        </Alert>
      ) : null}
      <TextField
        name="barcode"
        label={t("upgrade.barcode")}
        optional={t("upgrade.barcode-hint")}
        value={typed}
        error={wrong}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="figures"
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(undefined);
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton look="secondary" busy={busy}>
          {t("upgrade.add")}
        </SubmitButton>
        <TextButton onClick={() => setHelped(true)}>{t("upgrade.help")}</TextButton>
      </div>
      {helped ? (
        <Dialog open onClose={() => setHelped(false)} title={t("upgrade.help-title")}>
          <p className="max-w-prose">{t("upgrade.help-words")}</p>
        </Dialog>
      ) : null}
    </Form>
  );
}
