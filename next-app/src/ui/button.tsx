import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { ScriptButton } from "./script-button";
import { Spinner } from "./spinner";

export type ButtonAppearance = "primary" | "secondary" | "quiet" | "danger";

/** The classes of a button that is not ready yet: it is readable and focusable, but does not look active. */
const blockedClass = "border border-transparent bg-sunken text-ink-2";

const classes: Record<ButtonAppearance, string> = {
  primary: "bg-brand text-on-brand hover:bg-brand-hover",
  secondary: "border border-control bg-surface text-ink hover:bg-sunken",
  quiet: "text-link underline underline-offset-4 hover:bg-sunken",
  danger: "border border-danger text-danger bg-surface hover:bg-danger-soft",
};

/** The classes of a button, for links that look like one. */
export function buttonClass(appearance: ButtonAppearance, wide = false, blocked = false): string {
  return classNames(
    "relative inline-flex min-h-11 items-center justify-center gap-2 rounded-button px-5 py-2 text-center text-base font-semibold no-underline",
    "transition-[background-color,transform] duration-(--speed-press) active:scale-[0.99] aria-disabled:cursor-not-allowed aria-disabled:active:scale-100",
    "forced-colors:border",
    wide && "w-full",
    blocked ? blockedClass : classes[appearance],
  );
}

type Props = ComponentProps<"button"> & {
  appearance?: ButtonAppearance;
  wide?: boolean;
  /**
   * Whether the button is not ready. It stays focusable and is announced as unavailable. A press then reports what is
   * missing.
   */
  blocked?: boolean;
  /** While its call runs the button keeps its width, shows progress and ignores presses. */
  busy?: boolean;
  children: ReactNode;
};

export function Button({
  appearance = "primary",
  wide,
  blocked,
  busy,
  children,
  className,
  onClick,
  ...rest
}: Props) {
  // A submit button of a form that needs no script must work without one.
  const Element = rest.type === "submit" ? "button" : ScriptButton;
  return (
    <Element
      type="button"
      {...rest}
      aria-disabled={blocked || busy || undefined}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(appearance, wide, blocked), className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className={classNames("inline-flex items-center gap-2", busy && "opacity-0")}>{children}</span>
      {busy ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
    </Element>
  );
}

/** A square button with an icon only. Its label is the accessible name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ComponentProps<"button">, "aria-label"> & { label: string }) {
  return (
    <ScriptButton
      {...rest}
      aria-label={label}
      className={classNames(
        "inline-grid size-11 place-items-center rounded-button text-ink hover:bg-sunken",
        "aria-disabled:cursor-not-allowed aria-disabled:*:opacity-40",
        className,
      )}
    >
      {children}
    </ScriptButton>
  );
}
