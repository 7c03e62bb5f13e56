import type { Ref } from "react";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Icon } from "@/ui/icon";

/** `field` is the name of the control that the entry links to. */
export type SummaryEntry = { field: string; label: string | null; message: string };

type Props = { title: string; entries: SummaryEntry[]; ref?: Ref<HTMLDivElement> };

/** All errors in the order of the page and with the fields' own messages. Each entry links to its field. */
export function ErrorSummary({ title, entries, ref }: Props) {
  const t = useText(alertTexts);
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-3 rounded-button border-l-4 border-danger bg-danger-soft px-4 py-4 text-danger focus:outline-2 focus:outline-offset-2 focus:outline-focus"
    >
      <Icon name="error" />
      <div className="min-w-0 flex-1">
        <h2 className="text-base">
          <span className="sr-only">{t("alert.error")}: </span>
          {title}
        </h2>
        <ul className="grid gap-1 pt-2 text-sm">
          {entries.map(({ field, label, message }) => (
            <li key={field}>
              {label ? <span className="font-semibold">{label}: </span> : null}
              <a
                href={`#${field}`}
                className="inline-block min-h-6 text-danger underline"
                onClick={(event) => {
                  event.preventDefault();
                  focusField(field);
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Moves focus to a control by its name. */
export function focusField(field: string) {
  const control = document.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`);
  control?.focus();
  control?.scrollIntoView({ block: "center" });
}
