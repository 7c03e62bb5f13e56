"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import { asksForZip } from "@/lib/pass-code";
import { ErrorSummary, type SummaryEntry } from "@/parts/error-summary/error-summary";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { accountTexts } from "@/text/areas/account";
import { alertTexts } from "@/text/areas/alert";
import { formTexts } from "@/text/areas/form";
import { passTexts } from "@/text/areas/pass";
import { passLinkTexts } from "@/text/areas/pass-link";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { TextButton } from "@/ui/text-button";
import { type LinkField, type LinkValues, linkBody, linkFaults, nothingTyped } from "./link-form";

const loadHelp = () => import("@/parts/code-help/code-help");
const CodeHelp = lazy(loadHelp);

type Props = {
  /** What proves that somebody knows the pass, as the settings number it. */
  method: number;
  onAdded: () => Promise<void>;
};

/** Links a pass by its number and something that its holder knows. What was typed stays until it is right. */
export function AddPass({ method, onAdded }: Props) {
  const t = useText(accountTexts, alertTexts, formTexts, passTexts, passLinkTexts);
  const [values, setValues] = useState<LinkValues>(nothingTyped);
  const [messages, setMessages] = useState<Partial<Record<LinkField, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const [helped, setHelped] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const label: Record<LinkField, string> = {
    passholderId: t("pass-link.id-label"),
    validationData: t(asksForZip(method) ? "pass-link.zip-label" : "pass-link.phone-label"),
  };
  const entries: SummaryEntry[] = (["passholderId", "validationData"] as const).flatMap((field) => {
    const message = messages[field];
    return message ? [{ field, label: label[field], message }] : [];
  });
  const isTold = failures > 0 && (entries.length > 0 || problem !== null);
  useErrorTitle(isTold);

  useEffect(() => {
    if (failures > 0) (summary.current ?? alert.current)?.focus();
  }, [failures]);

  function faultsOf(typed: LinkValues): Partial<Record<LinkField, string>> {
    const faults = Object.entries(linkFaults(typed, method));
    return Object.fromEntries(faults.map(([field, fault]) => [field, t(fault)]));
  }

  function change(field: LinkField, value: string) {
    const typed = { ...values, [field]: value };
    setValues(typed);
    if (messages[field]) setMessages({ ...messages, [field]: faultsOf(typed)[field] });
  }

  /** The shop's own words; where it could not be asked, that the pass is not added, and why. */
  function said({ message, status, retryAfterSeconds }: Refusal): string {
    if (status === 200) return message;
    const wait =
      retryAfterSeconds === null
        ? ""
        : retryAfterSeconds < 120
          ? t("account.wait-seconds", { seconds: retryAfterSeconds })
          : t("account.wait-minutes", { minutes: Math.ceil(retryAfterSeconds / 60) });
    return [`${t("pass-link.not-added")}.`, message, wait].filter(Boolean).join(" ");
  }

  async function submit() {
    if (busy) return;
    setProblem(null);
    const faults = faultsOf(values);
    setMessages(faults);
    if (Object.keys(faults).length > 0) {
      setFailures((count) => count + 1);
      return;
    }
    setBusy(true);
    const body = linkBody(values, method);
    const outcome = await call((api) => api.POST("/account/link-pass", { body }), {
      busy: t("pass-link.adding"),
    });
    setBusy(false);
    if (outcome.ok) {
      setValues(nothingTyped);
      setFailures(0);
      await onAdded();
      return;
    }
    const named = outcome.errors.filter(({ field }) => field in nothingTyped);
    setMessages(Object.fromEntries(named.map(({ field, message }) => [field, message])));
    setProblem(named.length > 0 ? null : said(outcome));
    setFailures((count) => count + 1);
  }

  const common = (field: LinkField) => ({
    name: field,
    label: label[field],
    value: values[field],
    error: messages[field],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });

  return (
    <Form className="grid gap-4" onSubmit={submit}>
      {failures > 0 && entries.length > 0 ? (
        <ErrorSummary ref={summary} title={t("form.summary")} entries={entries} />
      ) : null}
      {problem ? (
        <Alert ref={alert} tone="error" label={t("alert.error")}>
          {problem}
        </Alert>
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...common("passholderId")}
          className="figures"
          autoCapitalize="characters"
          spellCheck={false}
        />
        {asksForZip(method) ? (
          <TextField
            {...common("validationData")}
            optional={t("pass-link.zip-hint")}
            autoCapitalize="characters"
          />
        ) : (
          <TextField
            {...common("validationData")}
            optional={t("pass-link.phone-hint")}
            type="tel"
            inputMode="tel"
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton look="secondary" busy={busy}>
          {t("pass-link.add")}
        </SubmitButton>
        <TextButton onPointerEnter={loadHelp} onFocus={loadHelp} onClick={() => setHelped(true)}>
          {t("pass-link.help")}
        </TextButton>
      </div>
      <Suspense>
        {helped ? (
          <CodeHelp
            title={t("pass-link.help-title")}
            picture={{
              label: t("pass-link.help-picture"),
              holder: t("pass-link.help-sample-name"),
              product: t("pass-link.help-sample-pass"),
              code: t("pass-link.help-sample-id"),
              here: t("pass-link.help-here"),
            }}
            lines={[t("pass-link.help-on-pass"), t("pass-link.help-in-mail"), t("pass-link.help-writing")]}
            onClose={() => setHelped(false)}
          />
        ) : null}
      </Suspense>
    </Form>
  );
}
