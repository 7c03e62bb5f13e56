"use client";

import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { type FormErrorState, FormErrors } from "@/parts/form/form-errors";
import { Form } from "@/ui/form";

type Props = {
  title: string;
  /** A sentence below the title. It may be empty until it is known whether it applies. */
  intro: string;
  /** The reason why another page sent the visitor here, if one did. */
  reason?: string | null;
  form: FormErrorState;
  onSubmit: () => void;
  children: ReactNode;
  /** A link below the card to a related form, such as from sign-in to registration. */
  relatedLink: ReactNode;
};

/** A short form on a card, with its errors above the fields. */
export function AccountFrame({ title, intro, reason = null, form, onSubmit, children, relatedLink }: Props) {
  const id = useId();
  const fields = useRef<HTMLFormElement>(null);
  useFirstFieldFocus(fields);
  return (
    <div className="frame">
      <div className="mx-auto max-w-[30rem]">
        <h1 id={`${id}-title`} className="text-h1">
          {title}
        </h1>
        <div id={`${id}-intro`}>
          {reason === null ? null : <p className="pt-2">{reason}</p>}
          <p className="min-h-8 pt-2 text-ink-2">{intro}</p>
        </div>
        <Form
          ref={fields}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-intro`}
          className="card mt-6 grid gap-4 px-4 py-5 sm:p-6"
          onSubmit={onSubmit}
        >
          <FormErrors form={form} />
          {children}
        </Form>
        <div className="pt-5 text-center text-ink-2">{relatedLink}</div>
      </div>
    </div>
  );
}

/**
 * Moves focus to the first empty field when the page opens. Screen readers say the form's name and introduction with it.
 * The focus stays where it is if something other than the page's heading has it, such as an error.
 */
function useFirstFieldFocus(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    // An address that was typed on the page before is filled in first, and the heading has received focus.
    const frame = requestAnimationFrame(() => {
      const { activeElement, body } = document;
      if (activeElement !== body && activeElement?.tagName !== "H1") return;
      const inputs = [...(form.current?.querySelectorAll("input") ?? [])];
      inputs.find(({ value, type }) => value === "" && type !== "hidden")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [form]);
}
