"use client";

import { useCallback, useMemo, useState } from "react";
import { cartTexts } from "@/text/areas/cart";
import { pickerTexts } from "@/text/areas/picker";
import { placeTexts } from "@/text/areas/place";
import { productTexts } from "@/text/areas/product";
import { seatsTexts } from "@/text/areas/seats";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Segments } from "@/ui/segments";
import { StatusLine } from "@/ui/status-line";
import NeedDeclaration from "../need-declaration";
import { SectionView } from "../section-view";
import { ChosenSeats } from "./chosen-seats";
import { othersOf, type SeatWish } from "./seat-filter";
import { SeatList } from "./seat-list";
import { SeatPlan } from "./seat-plan";
import type { Notice } from "./seat-state";
import { seatName } from "./seat-text";
import { SeatWishes } from "./seat-wishes";
import { singleGaps } from "./single-gaps";
import { type NamedSeatOptions, useNamedSeats } from "./use-named-seats";

type Props = NamedSeatOptions & {
  needDeclared: boolean;
  onNeedDeclared: (needDeclared: boolean) => void;
  /** Chooses a section without numbered seats. Absent where only seats can be chosen. */
  onSection?: (showCategoryId: string) => void;
};

/** Lets the shopper name seats on the plan or in a list. */
export function NamedSeats({ needDeclared, onNeedDeclared, onSection, ...options }: Props) {
  const t = useText(cartTexts, pickerTexts, placeTexts, productTexts, seatsTexts);
  const { seats, showCategories: sections, seatingChart, accessiblePlaces } = options.detail;
  const [view, setView] = useState<"plan" | "list">("plan");
  const [wishes, setWishes] = useState<SeatWish[]>([]);
  const { named, notice, conditions, press, chooseVariant } = useNamedSeats(options);
  const others = useMemo(() => othersOf(seats, wishes), [seats, wishes]);
  const gaps = useMemo(() => singleGaps(seats, conditions), [seats, conditions]);

  const nameAt = useCallback(
    (position: number) => {
      const seat = seats[position];
      return seat ? seatName(t, seat, sections) : "";
    },
    [seats, sections, t],
  );
  const positionOf = (seatId: string) => seats.findIndex((seat) => seat.seatId === seatId);
  const nameOf = (seatId: string) => nameAt(positionOf(seatId));
  const kindOf = (seatId: string) => seats[positionOf(seatId)]?.kind ?? "standard";
  function sectionOf(seatId: string | undefined) {
    if (seatId === undefined) return undefined;
    const own = seats[positionOf(seatId)]?.showCategoryId;
    return sections.find(({ showCategoryId }) => showCategoryId === own);
  }

  const views = [
    { value: "plan", text: t("seats.plan") },
    { value: "list", text: t("seats.list") },
  ] as const;
  const isAccessible = (seatId: string) =>
    kindOf(seatId) !== "standard" || sectionOf(seatId)?.isAccessible === true;
  const shown = { t, seats, sections, nameAt, conditions, others, onPress: press };
  return (
    <>
      <Segments label={t("seats.views")} options={views} value={view} onChange={setView} />
      <SeatWishes
        t={t}
        seats={seats}
        conditions={conditions}
        others={others}
        wishes={wishes}
        onWishes={setWishes}
      />
      <div className="col-span-full grid grid-cols-1 gap-3">
        {accessiblePlaces?.contact ? <p className="text-sm text-ink-2">{accessiblePlaces.contact}</p> : null}
        {view === "plan" && seatingChart ? (
          <SeatPlan chart={seatingChart} onSection={onSection} {...shown} />
        ) : (
          <SeatList {...shown} />
        )}
        <ChosenSeats
          t={t}
          named={named}
          nameOf={nameOf}
          kindOf={kindOf}
          gaps={gaps.map(nameAt)}
          onVariant={chooseVariant}
          onRemove={(seatId) => press(positionOf(seatId))}
        />
        <NeedDeclaration
          places={accessiblePlaces}
          isNeeded={named.some(({ seatId }) => isAccessible(seatId))}
          declared={needDeclared}
          onDeclared={onNeedDeclared}
        />
        <SectionView t={t} section={sectionOf(named.at(-1)?.seatId)} />
        <StatusLine visible>{notice ? noticeText(t, notice, nameOf) : ""}</StatusLine>
      </div>
    </>
  );
}

function noticeText(t: Translate<"seats">, notice: Notice, nameOf: (seatId: string) => string): string {
  switch (notice.kind) {
    case "most":
      return t("seats.most", { max: notice.max });
    case "failed":
      return notice.message;
    case "taken":
      return notice.seatIds.map((seatId) => t("seats.gone", { seat: nameOf(seatId) })).join(" ");
    default:
      return t(`seats.${notice.kind}`, { seat: nameOf(notice.seatId) });
  }
}
