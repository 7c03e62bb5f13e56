import type { ReactNode } from "react";

/** Neutral drawings of 38 by 24 units inside the outline of a card. */
const drawings: Record<string, ReactNode> = {
  visa: <Letters text="VISA" width={24} slanted />,
  mastercard: (
    <g fill="none" stroke="currentColor" strokeWidth={1.5}>
      <circle cx={15.5} cy={12} r={5.5} />
      <circle cx={22.5} cy={12} r={5.5} />
    </g>
  ),
  "american express": <Letters text="AMEX" width={26} />,
  discover: (
    <>
      <Letters text="DISC VER" width={30} size={6.5} />
      <circle cx={20.1} cy={12} r={2.3} fill="currentColor" />
    </>
  ),
};

type LettersProps = { text: string; width: number; size?: number; slanted?: boolean };

/** A word in the middle of the card, in the font of the theme and always of the same width. */
function Letters({ text, width, size = 9.5, slanted = false }: LettersProps) {
  return (
    <text
      x={19}
      y={12 + size * 0.36}
      textAnchor="middle"
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      fontSize={size}
      fontWeight={800}
      fontStyle={slanted ? "italic" : undefined}
      fill="currentColor"
    >
      {text}
    </text>
  );
}

/** The mark of a card brand, with its name for screen readers. A brand without a drawing is shown by its name. */
export function BrandMark({ name }: { name: string }) {
  const drawing = drawings[name.toLowerCase()];
  if (!drawing) return <span className="rounded-field border border-control px-2 text-sm">{name}</span>;
  return (
    <>
      <svg aria-hidden="true" width={38} height={24} viewBox="0 0 38 24">
        <rect x={0.5} y={0.5} width={37} height={23} rx={3.5} fill="none" stroke="currentColor" />
        {drawing}
      </svg>
      <span className="sr-only">{name}</span>
    </>
  );
}
