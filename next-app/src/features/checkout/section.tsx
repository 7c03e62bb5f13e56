import type { ReactNode } from "react";

type Props = {
  title: string;
  /** Focus went on to another section: what was typed here is worth saving. */
  onLeave?: () => void;
  children: ReactNode;
};

/** One question of checkout: a group with its legend on a card. */
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
