"use client";

import type { ReactNode } from "react";
import { type FormErrorState, FormErrors } from "@/parts/form/form-errors";
import { Form } from "@/ui/form";

type Props = {
  title: string;
  intro: string;
  /** The reason why another page sent the visitor here, if one did. */
  reason?: string | null;
  form: FormErrorState;
  onSubmit: () => void;
  children: ReactNode;
  /** What else the visitor can do after the form was refused. */
  afterRefusal?: ReactNode;
  /** A link below the card to a related form, such as from sign-in to registration. */
  relatedLink: ReactNode;
};

/** A short form on a card, with its errors above the fields. */
export function AccountFrame({
  title,
  intro,
  reason = null,
  form,
  onSubmit,
  children,
  afterRefusal,
  relatedLink,
}: Props) {
  return (
    <div className="frame">
      <div className="mx-auto max-w-[30rem]">
        <h1 className="text-h1">{title}</h1>
        {reason === null ? null : <p className="pt-2">{reason}</p>}
        <p className="pt-2 text-ink-2">{intro}</p>
        <Form className="card mt-6 grid gap-4 px-4 py-5 sm:p-6" onSubmit={onSubmit}>
          <FormErrors form={form} />
          {form.problem === null ? null : afterRefusal}
          {children}
        </Form>
        <div className="pt-5 text-center text-ink-2">{relatedLink}</div>
      </div>
    </div>
  );
}
