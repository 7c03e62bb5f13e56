"use client";

import { type ComponentProps, type Ref, useLayoutEffect, useRef } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { announce, typedBefore } from "./typed-before";
import { useInBrowser } from "./use-in-browser";

type FormProps = Omit<ComponentProps<"form">, "method" | "noValidate" | "onSubmit"> & {
  onSubmit: () => void;
};

/**
 * A form that a script sends. What was typed before that script ran is kept: it is told to the form's fields as if it were typed now.
 * It cannot be submitted before its scripts run, because its `SubmitButton` is disabled until then. Whatever
 * submits it all the same posts it, and never puts what was typed into an address.
 */
export function Form({ onSubmit, ref, ...rest }: FormProps) {
  const element = useRef<HTMLFormElement | null>(null);
  const inBrowser = useInBrowser();
  // Read before anything is drawn anew, told once all that is served with the form is in place.
  const hear = useRef(() => {
    if (inBrowser || !element.current) return;
    const typed = typedBefore(element.current);
    if (typed.length > 0) queueMicrotask(() => announce(typed));
  });
  useLayoutEffect(() => hear.current(), []);
  return (
    <form
      {...rest}
      ref={(form) => {
        element.current = form;
        return setRef(ref, form);
      }}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

function setRef(ref: Ref<HTMLFormElement> | undefined, form: HTMLFormElement | null) {
  if (typeof ref === "function") return ref(form);
  if (ref) ref.current = form;
}

/** The button that submits a `Form`: disabled until a press is heard, greyed out where no script ever runs. */
export function SubmitButton({ className, ...rest }: Omit<ComponentProps<typeof Button>, "type">) {
  return (
    <Button
      {...rest}
      type="submit"
      disabled={!useInBrowser()}
      className={classNames(className, "[@media(scripting:none)]:opacity-50")}
    />
  );
}
