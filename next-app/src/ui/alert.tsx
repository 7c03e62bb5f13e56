import type { ReactNode, Ref } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";

export type AlertTone = "error" | "warning" | "info" | "success";

const tones: Record<AlertTone, { box: string; icon: "error" | "info" | "check" }> = {
  error: { box: "bg-danger-soft text-danger border-danger", icon: "error" },
  warning: { box: "bg-warn-soft text-warn border-warn", icon: "error" },
  info: { box: "bg-brand-soft text-on-brand-soft border-brand", icon: "info" },
  success: { box: "bg-ok-soft text-ok border-ok", icon: "check" },
};

type Props = {
  tone: AlertTone;
  id?: string;
  /** A word for the tone, for screen readers. */
  label: string;
  children: ReactNode;
  /** Whether the alert is announced when it appears. Messages that are part of the page from the start are not. */
  live?: boolean;
  action?: ReactNode;
  ref?: Ref<HTMLDivElement>;
};

export function Alert({ tone, id, label, children, live = true, action, ref }: Props) {
  const role = live ? (tone === "error" ? "alert" : "status") : undefined;
  return (
    <div
      ref={ref}
      id={id}
      role={role}
      tabIndex={-1}
      className={classNames(
        "flex items-start gap-3 rounded-button border-l-4 px-4 py-3 text-sm",
        // A failure that gets the focus shows it: the shopper goes on from here.
        tone === "error" && "focus:outline-2 focus:outline-offset-2 focus:outline-focus",
        tones[tone].box,
      )}
    >
      <span className="mt-px flex-none">
        <Icon name={tones[tone].icon} size={20} />
      </span>
      {/* In a narrow alert a long action is below the text. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3">
        <div className="min-w-0 flex-[1_1_13rem] text-pretty">
          <span className="sr-only">{label}: </span>
          {children}
        </div>
        {action}
      </div>
    </div>
  );
}
