/** One set of stroked 24 px icons, drawn inline; always beside a word or inside something that has a name. */
const paths = {
  cart: "M3 4h2l2.2 10.4a2 2 0 0 0 2 1.6h7.7a2 2 0 0 0 2-1.5L20.5 8H6M9.5 20a.5.5 0 1 0 0-.01M17 20a.5.5 0 1 0 0-.01",
  close: "M6 6l12 12M18 6 6 18",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  down: "M5 9l7 7 7-7",
  minus: "M5 12h14",
  plus: "M12 5v14M5 12h14",
  check: "M5 12.5l4.5 4.5L19 7.5",
  calendar: "M4 6.5h16v13H4zM4 10.5h16M8 4v4M16 4v4",
  error: "M12 8v5M12 16.2v.01M12 3.5l9 16H3z",
  info: "M12 11v5.5M12 7.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="flex-none"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
