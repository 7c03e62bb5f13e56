import type { ReactNode } from "react";

type Props = {
  title: string;
  /** Called when focus leaves this section, to save the values typed in it. */
  onLeave?: () => void;
  children: ReactNode;
};

/** A group of checkout fields with its legend, on a card. */
export function Section({ title, onLeave, children }: Props) {
  return (
    <div className="card px-4 py-5 lg:p-6">
      <fieldset
        className="min-w-0"
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onLeave?.();
        }}
      >
        <legend className="pb-4">
          <h2 className="text-lg">{title}</h2>
        </legend>
        {children}
      </fieldset>
    </div>
  );
}
