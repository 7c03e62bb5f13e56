import { Fragment, lazy, Suspense } from "react";
import { unbroken } from "@/lib/dates";
import { hasSeveralPlaces, type Place, showAt } from "./picker-state";
import type { StepProps } from "./picker-steps";
import { SectionPrice } from "./section-price";
import { SectionView } from "./section-view";
import { ChosenStep } from "./step-frame";

const NeedDeclaration = lazy(() => import("./need-declaration"));

/** The places that are chosen: at performances before the one whose place is open, and the section of that one. */
export default function ChosenPlaces({ chosen, ...step }: StepProps & { chosen: string | undefined }) {
  const { t, state, reopen } = step;
  const { detail, section } = state;
  const open = detail?.showTypeId === 2 && section ? [{ ...state, detail }] : [];
  return [...state.earlier, ...open].map((place, position) => {
    const { performanceId, showTypeId } = place.detail;
    if (showTypeId === 2)
      return (
        <ChosenSection key={performanceId} {...step} place={place} position={position} chosen={chosen} />
      );
    return (
      <Fragment key={performanceId}>
        <ChosenStep
          t={t}
          value={t("picker.at-show", { show: showAt(state, place.detail), place: seatsText(t, place) })}
          choice={null}
          onChange={() => reopen({ kind: "seat", place: position })}
        />
        <Declaration {...step} place={place} position={position} />
      </Fragment>
    );
  });
}

/** The seats of a place in words: the named ones, or that the shop chooses them. */
function seatsText(t: StepProps["t"], { detail, section, named }: Place): string {
  const nameOf = (id: string) => detail.showCategories.find((one) => one.showCategoryId === id)?.name ?? "";
  if (!named) return [section && nameOf(section.id), t("picker.best")].filter(Boolean).join(", ");
  const seats = named.seats.flatMap(({ seatId }) => detail.seats.filter((seat) => seat.seatId === seatId));
  return seats.map((seat) => `${nameOf(seat.showCategoryId)}, ${unbroken(seat.name)}`).join("; ");
}

type PlaceProps = StepProps & { place: Place; position: number };

/** What the shopper declares for an accessible section or seat. Renders nothing if nothing is declared. */
function Declaration({ dispatch, place, position }: Omit<PlaceProps, "t" | "reopen" | "state">) {
  const { detail, section, named, needDeclared } = place;
  if (!detail.accessiblePlaces) return null;
  const isAccessible = (id: string) =>
    detail.showCategories.some((one) => one.showCategoryId === id && one.isAccessible);
  const hasSeat = detail.seats.some(
    (seat) =>
      (seat.kind !== "standard" || isAccessible(seat.showCategoryId)) &&
      named?.seats.some(({ seatId }) => seatId === seat.seatId),
  );
  if (!hasSeat && !(section && isAccessible(section.id))) return null;
  return (
    <Suspense fallback={null}>
      <NeedDeclaration
        places={detail.accessiblePlaces}
        isNeeded
        declared={needDeclared}
        onDeclared={(declared) => dispatch({ type: "needDeclared", place: position, needDeclared: declared })}
      />
    </Suspense>
  );
}

/** A chosen section with its price and view. */
function ChosenSection({ place, position, chosen, ...step }: PlaceProps & { chosen: string | undefined }) {
  const { t, state, reopen } = step;
  const section = place.detail.showCategories.find((one) => one.showCategoryId === place.section?.id);
  if (!section) return null;
  const show = hasSeveralPlaces(state) ? showAt(state, place.detail) : null;
  return (
    <>
      <ChosenStep
        t={t}
        value={show ? t("picker.at-show", { show, place: section.name }) : section.name}
        hint={<SectionPrice t={t} section={section} variant={chosen} />}
        choice={place.section}
        onChange={() => reopen({ kind: "section", place: position })}
      />
      <Declaration {...step} place={place} position={position} />
      <SectionView t={t} section={section} />
    </>
  );
}
