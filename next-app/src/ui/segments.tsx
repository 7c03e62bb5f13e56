import { useId } from "react";

type Props<T extends string> = {
  label: string;
  options: readonly { value: T; text: string }[];
  value: T;
  onChange: (value: T) => void;
};

/** Two or three options, one of them selected: radio buttons in one frame. */
export function Segments<T extends string>({ label, options, value, onChange }: Props<T>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="grid auto-cols-fr grid-flow-col rounded-button border border-control bg-surface p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative grid min-h-11 cursor-pointer place-items-center rounded-[calc(var(--radius-button)-3px)] px-2 text-center text-sm font-semibold has-checked:bg-brand-soft has-checked:text-on-brand-soft has-checked:shadow-[inset_0_0_0_1px_var(--brand)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {option.text}
        </label>
      ))}
    </div>
  );
}
