"use client";

import type { ReactNode } from "react";
import { type FormErrorState, FormErrors } from "@/parts/form/form-errors";
import { Form } from "@/ui/form";
import { StatusLine } from "@/ui/status-line";

type Props = {
  /** The element id of the heading, to which links lead. */
  place?: string;
  title: string;
  intro: string;
  form: FormErrorState;
  /** The success message; null until the form was accepted. */
  done: string | null;
  onSubmit: () => void;
  children: ReactNode;
};

/** One of several forms on a page, on a card with a heading. */
export function CardForm({ place, title, intro, form, done, onSubmit, children }: Props) {
  return (
    <section className="card px-4 py-5 sm:p-6">
      <h2 id={place} tabIndex={place ? -1 : undefined} className="scroll-mt-4 text-h2">
        {title}
      </h2>
      <p className="pt-1 text-ink-2">{intro}</p>
      <Form className="mt-5 grid gap-4" onSubmit={onSubmit}>
        <FormErrors form={form} />
        {children}
        <StatusLine visible={done !== null}>{done}</StatusLine>
      </Form>
    </section>
  );
}
