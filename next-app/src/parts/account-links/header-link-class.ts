/** A link in the header: on a phone an icon above its label, and otherwise the label alone. */
export const headerLinkClass =
  "inline-flex min-h-12 min-w-12 flex-none items-center justify-center rounded-button font-semibold whitespace-nowrap text-ink no-underline hover:bg-sunken max-sm:flex-col max-sm:px-1 max-sm:text-xs sm:min-h-11 sm:px-3 sm:text-sm";
