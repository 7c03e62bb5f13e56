import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";

type Choice = { id: string; name: string; description?: string; end?: ReactNode };

type Props = {
  name: string;
  choices: Choice[];
  chosen: string;
  error?: string;
  /** Whether all names are so short that several options fit beside each other. */
  short?: boolean;
  onChoose: (id: string) => void;
};

/** Options of which one is chosen, as radio buttons. A single option that is chosen is shown as text instead. */
export function Choices({ name, choices, chosen, error, short, onChoose }: Props) {
  const [only] = choices;
  if (choices.length === 1 && only?.id === chosen) {
    return (
      <p className="flex items-start gap-3">
        <span className="text-ok">
          <Icon name="check" />
        </span>
        <ChoiceText choice={only} />
      </p>
    );
  }
  return (
    // The error belongs to the group: no single option is wrong.
    <div
      className={classNames(
        "grid gap-2",
        short && "grid-cols-2 sm:grid-cols-3",
        // The line is in the margin, so that the options stay where they are.
        error && "-ml-4 border-l-4 border-danger pl-3",
      )}
    >
      {error ? (
        <p
          id={`${name}-error`}
          className="col-span-full flex items-start gap-1.5 text-sm font-medium text-danger"
        >
          <Icon name="error" size={18} />
          {error}
        </p>
      ) : null}
      {choices.map((choice) => (
        <label
          key={choice.id}
          className={classNames(
            "flex min-h-11 cursor-pointer items-start gap-3 rounded-button border px-4 py-3",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
            choice.id === chosen
              ? "border-brand bg-brand-soft text-on-brand-soft"
              : "border-control hover:bg-sunken",
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.id}
            checked={choice.id === chosen}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${name}-error` : undefined}
            onChange={() => onChoose(choice.id)}
            className="mt-0.5 size-5 flex-none scroll-mt-24 outline-none"
          />
          <ChoiceText choice={choice} quiet={choice.id !== chosen} />
        </label>
      ))}
    </div>
  );
}

function ChoiceText({ choice, quiet = true }: { choice: Choice; quiet?: boolean }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-semibold">{choice.name}</span>
        {choice.end ? <span className="figures flex-none">{choice.end}</span> : null}
      </span>
      {choice.description ? (
        <span className={classNames("figures block text-sm", quiet && "text-ink-2")}>
          {choice.description}
        </span>
      ) : null}
    </span>
  );
}
