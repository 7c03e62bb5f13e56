import { capacityAppearance, isTooSmall, type Offer } from "@/lib/capacity";
import type { Translate } from "@/text/texts";

const slashed = (
  <>
    <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.75" />
    <path d="M4 12 12 4" stroke="currentColor" strokeWidth="1.75" />
  </>
);

/** The shapes shrink with the capacity, so that the levels can be told apart without colour and in print. */
const shapes = {
  available: <circle cx="8" cy="8" r="6.5" fill="currentColor" />,
  nearing: <path d="M8 1.5A6.5 6.5 0 1 1 1.5 8H8z" fill="currentColor" />,
  almost: (
    <path
      d="M8 1.5A6.5 6.5 0 0 1 14.5 8H8z"
      fill="currentColor"
      stroke="currentColor"
      strokeLinejoin="round"
    />
  ),
  reached: (
    <>
      <rect x="2" y="2" width="12" height="12" rx="2" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M4.5 8h7" stroke="currentColor" strokeWidth="2" />
    </>
  ),
  unavailable: slashed,
  closed: slashed,
} as const;

/** The CSS class of a level, which sets its colours. It is also the name of the level's shape. */
export type Level = keyof typeof shapes;

export function LevelMark({ level, size = 14 }: { level: Level; size?: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width={size} height={size} className={`level-mark ${level}`}>
      {shapes[level]}
    </svg>
  );
}

export function LevelTag({ level, word }: { level: Level; word: string }) {
  return (
    <span
      className={`${level} inline-flex items-center gap-1.5 rounded-full bg-(--level-fill) px-2.5 py-0.5 text-xs font-semibold text-(--level-text)`}
    >
      <LevelMark level={level} size={12} />
      {word}
    </span>
  );
}

export function CapacityMark({ levelId, size }: { levelId: number; size?: number }) {
  return <LevelMark level={capacityAppearance(levelId).className} size={size} />;
}

/** The operator's word for a level, or else the default text. */
export function capacityText(t: Translate<"capacity">, levelId: number, description?: string | null): string {
  return description || t(capacityAppearance(levelId).textId);
}

type Props = { t: Translate<"capacity">; levelId: number; description?: string | null };

export function CapacityTag({ t, levelId, description }: Props) {
  return (
    <LevelTag level={capacityAppearance(levelId).className} word={capacityText(t, levelId, description)} />
  );
}

/** The level and word shown for a group: if it does not fit, the mark of a full time and a text that says so. */
export function levelFor(t: Translate<"capacity">, offer: Offer, groupSize: number) {
  return isTooSmall(offer)
    ? { levelId: full, description: t("capacity.no-room", { count: groupSize }) }
    : { levelId: offer.capacityLevelId, description: offer.capacityDescription };
}

const full = 4;
