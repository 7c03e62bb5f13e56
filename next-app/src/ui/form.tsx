"use client";

import { type ComponentProps, type Ref, useLayoutEffect, useRef } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { reportTypedValues, typedBefore } from "./typed-before";
import { useInBrowser } from "./use-in-browser";

type FormProps = Omit<ComponentProps<"form">, "method" | "noValidate" | "onSubmit"> & {
  onSubmit: () => void;
};

/**
 * A form that a script submits. Values typed before hydration are kept: they are passed to the form's fields as if they
 * were typed now. Before hydration the form uses POST, so that typed values never appear in a URL. With a `SubmitButton`
 * it cannot be submitted then; with a `PostButton` it can.
 */
export function Form({ onSubmit, ref, ...rest }: FormProps) {
  const element = useRef<HTMLFormElement | null>(null);
  const inBrowser = useInBrowser();
  // Reads the values before React renders again, and reports them to React after the form is hydrated.
  const receive = useRef(() => {
    if (inBrowser || !element.current) return;
    const typed = typedBefore(element.current);
    if (typed.length > 0) queueMicrotask(() => reportTypedValues(typed));
  });
  useLayoutEffect(() => receive.current(), []);
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

/**
 * The submit button of a form that also works without scripts: the door makes the call that the form's script would make
 * (`api/src/door/forms.rs`).
 */
export function PostButton(props: Omit<ComponentProps<typeof Button>, "type">) {
  return <Button {...props} type="submit" />;
}

/** The submit button of a `Form`: disabled before hydration, and greyed out if scripts never run. */
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
