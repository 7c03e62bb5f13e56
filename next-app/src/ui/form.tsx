"use client";

import type { ComponentProps } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { useInBrowser } from "./use-in-browser";

type FormProps = Omit<ComponentProps<"form">, "method" | "noValidate" | "onSubmit"> & {
  onSubmit: () => void;
};

/**
 * A form that a script sends. It cannot be submitted before its scripts run, because its `SubmitButton` is disabled until then. Whatever
 * submits it all the same posts it, and never puts what was typed into an address.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
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
