import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "./class-names";
import { fieldClass } from "./field-class";
import { Icon } from "./icon";
import { useSettled } from "./use-settled";

type FrameProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** Shows the hint below the control, so that the control lines up with a field beside it that has no hint. */
  hintBelow?: boolean;
  error?: string | null;
  /** The id of a message elsewhere that describes the control too. */
  describedBy?: string;
  /** A note beside the label of an optional field. */
  optional?: string;
  children: (aria: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
};

/** Label, hint and error around any control, connected for screen readers. */
export function FieldFrame(props: FrameProps) {
  const { label, hint, hintBelow = false, error: shownMessage, describedBy, optional, children } = props;
  const id = useId();
  const error = useSettled(shownMessage);
  const described = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean).join(" ");
  const hintText = hint ? (
    <p id={`${id}-hint`} className="text-sm text-ink-2">
      {hint}
    </p>
  ) : null;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {optional ? <span className="font-normal text-ink-2"> ({optional})</span> : null}
      </label>
      {hintBelow ? null : hintText}
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {hintBelow ? hintText : null}
      <Message id={`${id}-error`} error={error} />
    </div>
  );
}

/** The error of a field, below it. If the field has the focus, the page scrolls as far as the error needs. */
function Message({ id, error }: { id: string; error?: string | null }) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const described = document.activeElement?.getAttribute("aria-describedby")?.split(" ") ?? [];
    if (error && described.includes(id)) message.current?.scrollIntoView({ block: "nearest" });
  }, [id, error]);
  if (!error) return null;
  return (
    <p ref={message} id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <Icon name="error" size={18} />
      {error}
    </p>
  );
}

type TextProps = Omit<ComponentProps<"input">, "id"> & Omit<FrameProps, "children">;

export function TextField(props: TextProps) {
  const { label, hint, hintBelow, error, optional, className, ...input } = props;
  return (
    <FieldFrame label={label} hint={hint} hintBelow={hintBelow} error={error} optional={optional}>
      {(aria) => <input {...input} {...aria} className={classNames(fieldClass, className)} />}
    </FieldFrame>
  );
}

type CheckProps = Omit<ComponentProps<"input">, "type" | "id"> & { label: ReactNode; error?: string | null };

export function Checkbox({ label, error: shownMessage, className, ...input }: CheckProps) {
  const id = useId();
  const error = useSettled(shownMessage);
  return (
    <div className={classNames("grid gap-1", className)}>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : input["aria-describedby"]}
          className="mt-0.5 size-6 flex-none"
        />
        <label htmlFor={id} className="pt-px text-base">
          {label}
        </label>
      </div>
      <Message id={`${id}-error`} error={error} />
    </div>
  );
}
