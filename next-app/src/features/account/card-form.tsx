"use client";

import type { ReactNode } from "react";
import { ErrorSummary, type SummaryEntry } from "@/parts/error-summary/error-summary";
import { alertTexts } from "@/text/areas/alert";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { StatusLine } from "@/ui/status-line";
import type { useShortForm } from "./use-short-form";

/** What a form shows of itself, whatever its fields are. */
export type Shown = Pick<
  ReturnType<typeof useShortForm<string>>,
  "presses" | "entries" | "problem" | "summary" | "alert"
> & { entries: SummaryEntry[] };

/** What is wrong with a form, above its fields. */
export function Faults({ form }: { form: Shown }) {
  const t = useText(alertTexts, formTexts);
  return (
    <>
      {form.entries.length > 0 ? (
        <ErrorSummary ref={form.summary} title={t("form.summary")} entries={form.entries} />
      ) : null}
      {form.problem ? (
        <Alert ref={form.alert} tone="error" label={t("alert.error")}>
          {form.problem}
        </Alert>
      ) : null}
    </>
  );
}

type Props = {
  title: string;
  intro: string;
  form: Shown;
  /** What was done, once it is. */
  done: string | null;
  onSubmit: () => void;
  children: ReactNode;
};

/** One of several forms of a page, on a card with a heading of its own. */
export function CardForm({ title, intro, form, done, onSubmit, children }: Props) {
  return (
    <section className="card px-4 py-5 sm:p-6">
      <h2 className="text-h2">{title}</h2>
      <p className="pt-1 text-ink-2">{intro}</p>
      <form
        noValidate
        {...form.presses}
        className="mt-5 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Faults form={form} />
        {children}
        <StatusLine visible={done !== null}>{done}</StatusLine>
      </form>
    </section>
  );
}
