"use client";

import type { ReactNode } from "react";
import { type FormErrorState, FormErrors } from "@/parts/form/form-errors";
import { Form } from "@/ui/form";
import { StatusLine } from "@/ui/status-line";
import { Folded } from "./folded";

type Props = {
  /** The element id of the heading, to which links lead. */
  place: string;
  title: string;
  intro: string;
  form: FormErrorState;
  /** The success message; null until the form was accepted. */
  done: string | null;
  onSubmit: () => void;
  children: ReactNode;
};

/** One of several forms on a page, on a card that is opened with its heading. */
export function CardForm({ place, title, intro, form, done, onSubmit, children }: Props) {
  return (
    <Folded place={place} title={title}>
      <p className="text-ink-2">{intro}</p>
      <Form className="mt-5 grid gap-4" onSubmit={onSubmit}>
        <FormErrors form={form} />
        {children}
        <StatusLine visible={done !== null}>{done}</StatusLine>
      </Form>
    </Folded>
  );
}
