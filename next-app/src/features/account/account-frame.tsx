"use client";

import type { ReactNode } from "react";
import { ErrorSummary } from "@/parts/error-summary/error-summary";
import { alertTexts } from "@/text/areas/alert";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import type { useAccountForm } from "./use-account-form";

type Props = {
  title: string;
  intro: string;
  form: ReturnType<typeof useAccountForm>;
  onSubmit: () => void;
  children: ReactNode;
  /** The way to the other page, below the card. */
  other: ReactNode;
};

/** One short form on a card, with what is wrong with it above its fields. */
export function AccountFrame({ title, intro, form, onSubmit, children, other }: Props) {
  const t = useText(alertTexts, formTexts);
  return (
    <div className="frame">
      <div className="mx-auto max-w-[30rem]">
        <h1 className="text-h1">{title}</h1>
        <p className="pt-2 text-ink-2">{intro}</p>
        <form
          noValidate
          {...form.presses}
          className="card mt-6 grid gap-4 px-4 py-5 sm:p-6"
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {form.entries.length > 0 ? (
            <ErrorSummary ref={form.summary} title={t("form.summary")} entries={form.entries} />
          ) : null}
          {form.problem ? (
            <Alert ref={form.alert} tone="error" label={t("alert.error")}>
              {form.problem}
            </Alert>
          ) : null}
          {children}
        </form>
        <p className="pt-5 text-center text-ink-2">{other}</p>
      </div>
    </div>
  );
}
