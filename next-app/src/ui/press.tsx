"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { useInBrowser } from "./use-in-browser";

/** A button that a script hears: disabled until one does, and greyed out where none ever runs. */
export function Press({ disabled, className, ...rest }: ComponentProps<"button">) {
  const heard = useInBrowser();
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || !heard}
      className={classNames(className, "[@media(scripting:none)]:opacity-50")}
    />
  );
}
