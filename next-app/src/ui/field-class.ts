import { classNames } from "./class-names";

/** The border and size of all fields. Their text has at least 16 px, so that phones do not zoom in. */
export const fieldClass = classNames(
  "min-h-11 w-full rounded-field border border-control bg-surface px-3 py-2 text-base text-ink",
  "placeholder:text-ink-2 aria-invalid:border-danger aria-invalid:border-2",
  "disabled:bg-sunken disabled:text-ink-2 [&[readonly]]:bg-sunken",
);
