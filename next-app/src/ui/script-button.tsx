"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { useInBrowser } from "./use-in-browser";

/** A button that needs a script: disabled before hydration, and greyed out if scripts never run. */
export function ScriptButton({ disabled, className, ...rest }: ComponentProps<"button">) {
  const received = useInBrowser();
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || !received}
      className={classNames(className, "[@media(scripting:none)]:opacity-50")}
    />
  );
}
