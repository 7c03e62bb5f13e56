"use client";

import { type ReactNode, useId } from "react";
import type { CheckoutQuestion } from "@/api/types";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";
import { Choices } from "@/ui/choices";
import { Disclosure } from "@/ui/disclosure";
import { Checkbox, FieldFrame, TextField } from "@/ui/field";
import { fieldClass } from "@/ui/field-class";
import { Icon } from "@/ui/icon";
import { askedQuestions, chosenOf } from "./answers";
import { byName, given, withChoice } from "./question-choices";
import { Section } from "./section";
import type { CheckoutForm } from "./use-checkout-form";

type Props = { checkout: CheckoutForm; questions: CheckoutQuestion[] };

/** The operator's questions: those about tickets by product and ticket, then those about the order. */
export default function QuestionSections({ checkout, questions }: Props) {
  const asked = askedQuestions(questions, checkout.values.answers);
  return byName(asked, ({ group }) => group).map(({ name, items }) => (
    <Section key={name} title={name} onLeave={checkout.save}>
      <div className="grid gap-6">
        {byName(items, ({ ticket }) => ticket ?? "").map((ticket) => (
          <TicketQuestions key={ticket.name} name={ticket.name}>
            {ticket.items.map((question) => (
              <QuestionField key={question.key} checkout={checkout} question={question} />
            ))}
          </TicketQuestions>
        ))}
      </div>
    </Section>
  ));
}

function TicketQuestions({ name, children }: { name: string; children: ReactNode }) {
  const fields = <div className="grid gap-4">{children}</div>;
  if (name === "") return fields;
  return (
    <fieldset className="min-w-0">
      <legend className="pb-2 font-semibold">{name}</legend>
      {fields}
    </fieldset>
  );
}

/** A question with the control of its kind. */
function QuestionField({ checkout, question }: { checkout: CheckoutForm; question: CheckoutQuestion }) {
  const t = useText(formTexts);
  const { key, label, help, kind, required, choices, earliest, latest } = question;
  const field = `answers.${key}` as const;
  const value = checkout.values.answers[key] ?? "";
  const error = checkout.messageOf(field);
  const optional = required ? undefined : t("form.optional");

  function answer(next: string) {
    checkout.change({ answers: { ...checkout.getValues().answers, [key]: next } }, [field]);
  }

  const text = {
    name: field,
    value,
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => answer(event.target.value),
    onBlur: () => checkout.leave(field),
  };

  switch (kind) {
    case "long_text":
      return (
        <FieldFrame label={label} hint={help} error={error} optional={optional}>
          {(aria) => <textarea {...text} {...aria} rows={4} className={fieldClass} />}
        </FieldFrame>
      );
    case "choice":
      return (
        <QuestionGroup label={label} help={help} optional={optional}>
          <Choices
            name={field}
            choices={[
              ...choices.map((choice) => ({ id: choice, name: choice })),
              // Radio buttons cannot be cleared, so a question that needs no answer has an option for none.
              ...(required ? [] : [{ id: "", name: t("form.no-answer") }]),
            ]}
            chosen={value}
            error={error}
            onChoose={answer}
          />
        </QuestionGroup>
      );
    case "several":
      return (
        <QuestionGroup label={label} help={help} optional={optional} error={error}>
          {choices.map((choice) => (
            <Checkbox
              key={choice}
              name={field}
              value={choice}
              label={choice}
              checked={chosenOf(value).includes(choice)}
              onChange={() => answer(withChoice(question, value, choice))}
            />
          ))}
        </QuestionGroup>
      );
    case "consent":
      return (
        <div className="grid gap-2">
          <Checkbox
            name={field}
            autoComplete="off"
            label={label}
            checked={value === given}
            error={error}
            onChange={(event) => answer(event.target.checked ? given : "")}
          />
          <ConsentDetails question={question} />
        </div>
      );
    default:
      return (
        <TextField
          {...text}
          label={label}
          hint={help}
          error={error}
          optional={optional}
          type={kind === "date" ? "date" : "text"}
          inputMode={kind === "number" ? "numeric" : undefined}
          min={earliest}
          max={latest}
        />
      );
  }
}

type GroupProps = {
  label: string;
  help?: string;
  optional?: string;
  error?: string;
  children: ReactNode;
};

/** A question with several controls. Its error belongs to the group. */
function QuestionGroup({ label, help, optional, error, children }: GroupProps) {
  const id = useId();
  const described = [help && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset className="min-w-0" aria-describedby={described || undefined}>
      <legend className="pb-1.5 text-sm font-semibold">
        {label}
        {optional ? <span className="font-normal text-ink-2"> ({optional})</span> : null}
      </legend>
      <div className="grid gap-2">
        {help ? (
          <p id={`${id}-hint`} className="text-sm text-ink-2">
            {help}
          </p>
        ) : null}
        {error ? (
          <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-medium text-danger">
            <Icon name="error" size={18} />
            {error}
          </p>
        ) : null}
        {children}
      </div>
    </fieldset>
  );
}

/** The hint of a consent, and the terms that it is about. The import has sanitised their HTML. */
function ConsentDetails({
  question: { help, termsUrl, termsHtml, readTerms },
}: {
  question: CheckoutQuestion;
}) {
  return (
    <div className="pl-9 text-sm">
      {help ? <p className="text-ink-2">{help}</p> : null}
      {termsUrl ? (
        <a href={termsUrl} target="_blank" rel="noreferrer" className="inline-block min-h-6 underline">
          {readTerms}
        </a>
      ) : null}
      {termsHtml ? (
        <Disclosure title={readTerms}>
          <div className="prose" dangerouslySetInnerHTML={{ __html: termsHtml }} />
        </Disclosure>
      ) : null}
    </div>
  );
}
