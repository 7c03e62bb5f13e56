"use client";

import { capacityTexts } from "@/text/areas/capacity";
import { productTexts } from "@/text/areas/product";
import { seatsTexts } from "@/text/areas/seats";
import { useText } from "@/text/use-text";
import { Segments } from "@/ui/segments";
import type { Seating } from "../picker-state";
import { BestSeats } from "./best-seats";
import { NamedSeats } from "./named-seats";
import type { NamedSeatOptions } from "./use-named-seats";

type Props = NamedSeatOptions & {
  seating: Seating;
  /** The variant whose prices are shown; if absent, the standard variant. */
  variant?: string;
  /** The preferred section of the best seats; null for any. */
  section: string | null;
  onSeating: (seating: Seating) => void;
  onSection: (showCategoryId: string | null) => void;
};

/** The step that chooses seats: the shop chooses the best ones, or the shopper names them on the plan. */
export default function SeatStep({
  detail,
  seating,
  variant,
  section,
  onSeating,
  onSection,
  ...named
}: Props) {
  const t = useText(capacityTexts, productTexts, seatsTexts);
  const options = [
    { value: "best", text: t("seats.best") },
    { value: "named", text: t("seats.named") },
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-3">
      {named.tickets ? null : (
        <Segments label={t("seats.ways")} options={options} value={seating} onChange={onSeating} />
      )}
      {seating === "best" && !named.tickets ? (
        <BestSeats t={t} detail={detail} variant={variant} section={section} onSection={onSection} />
      ) : (
        <NamedSeats detail={detail} {...named} />
      )}
    </div>
  );
}
