"use client";

import { useDeferredValue, useEffect, useRef } from "react";
import { capacityTexts } from "@/text/areas/capacity";
import { productTexts } from "@/text/areas/product";
import { seatsTexts } from "@/text/areas/seats";
import { useText } from "@/text/use-text";
import { Segments } from "@/ui/segments";
import NeedDeclaration from "../need-declaration";
import type { Seating } from "../picker-state";
import { BestSeats } from "./best-seats";
import { NamedSeats } from "./named-seats";
import type { NamedSeatOptions } from "./use-named-seats";

type Props = NamedSeatOptions & {
  /** Whether the shopper names the seats, because the shop cannot choose them. */
  mustName: boolean;
  seating: Seating;
  /** The variant whose prices are shown; if absent, the standard variant. */
  variant?: string;
  /** The preferred section of the best seats; null for any. */
  section: string | null;
  /** Whether only sections without numbered seats can be chosen. */
  placesOnly?: boolean;
  onSeating: (seating: Seating) => void;
  onSection: (showCategoryId: string | null) => void;
  needDeclared: boolean;
  onNeedDeclared: (needDeclared: boolean) => void;
};

/** The step that chooses seats: the shop chooses the best ones, or the shopper names them on the plan. */
export default function SeatStep({
  detail,
  seating,
  variant,
  section,
  placesOnly,
  mustName,
  needDeclared,
  onNeedDeclared,
  onSeating,
  onSection,
  ...named
}: Props) {
  const t = useText(capacityTexts, productTexts, seatsTexts);
  const options = [
    { value: "best", text: t("seats.best") },
    { value: "named", text: t("seats.named") },
  ] as const;
  const chosen = detail.showCategories.find(({ showCategoryId }) => showCategoryId === section);
  const place = useRef<HTMLDivElement>(null);
  const isChosen = useRef(false);
  // The press is answered at once. The plan of a large hall is rendered as soon as the browser has time for it.
  const shown = useDeferredValue(seating);
  // The plan is high, so that it needs the whole window. In the first frame after it was rendered, its column notices that
  // it has grown, and stays where it is (`StickyColumn`).
  useEffect(() => {
    if (shown !== "named" || !isChosen.current) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => place.current?.scrollIntoView({ block: "start" }));
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);
  return (
    <div ref={place} className="@container scroll-mt-2">
      <div className={`grid grid-cols-1 gap-3 ${mustName ? "" : "@2xl:grid-cols-2"}`}>
        {mustName || placesOnly ? null : (
          <Segments
            label={t("seats.ways")}
            options={options}
            value={seating}
            onChange={(way) => {
              isChosen.current = true;
              onSeating(way);
            }}
          />
        )}
        {shown === "best" && !mustName ? (
          <div className="col-span-full grid gap-3">
            <BestSeats
              t={t}
              sections={detail.showCategories.filter(({ isNumbered }) => !placesOnly || !isNumbered)}
              placesOnly={placesOnly}
              variant={variant}
              section={section}
              onSection={onSection}
            />
            <NeedDeclaration
              places={detail.accessiblePlaces}
              isNeeded={chosen?.isAccessible === true}
              declared={needDeclared}
              onDeclared={onNeedDeclared}
            />
          </div>
        ) : (
          <NamedSeats
            detail={detail}
            needDeclared={needDeclared}
            onNeedDeclared={onNeedDeclared}
            onSection={mustName ? undefined : onSection}
            {...named}
          />
        )}
      </div>
    </div>
  );
}
