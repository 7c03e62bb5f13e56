import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { ScriptButton } from "./script-button";

/** The classes of a small text button that is large enough to press with a finger. */
export const textButtonClass =
  "inline-flex min-h-11 min-w-11 items-center rounded-field px-2 text-sm font-semibold text-link underline underline-offset-4 hover:bg-sunken";

export function TextButton({ className, ...rest }: ComponentProps<"button">) {
  return <ScriptButton {...rest} className={classNames(textButtonClass, className)} />;
}
