import { isOpenFor } from "@/lib/capacity";
import {
  indexes,
  openStep,
  options,
  type PickerEvent,
  type PickerState,
  type Seating,
  sections,
  shows,
} from "./picker-state";
import type { KeptSeat } from "./seats/seat-state";

/** The choice of a place at one performance. */
type StoredPlace = {
  showCategoryId?: string;
  /** `named` if the shopper names the seats; absent if the shop chooses them or the show has no seats. */
  seating?: Seating;
  seats?: KeptSeat[];
};

/** The shopper's choices, only as ids. Everything else is loaded again and may have changed. */
export type StoredChoices = {
  date: string;
  showId: string | null;
  performanceIds: string[];
  /** The places at the performances in a hall, in order; absent before one is chosen. */
  places?: StoredPlace[];
  /** The performances whose places stay as they are in the cart. */
  settled?: readonly string[];
};

export function toStoredChoices(state: PickerState): StoredChoices | null {
  if (state.date === null) return null;
  return {
    date: state.date,
    showId: state.show?.id ?? null,
    performanceIds: state.chosen.map((choice) => choice.id),
    ...storedPlaces(state),
  };
}

function storedPlaces(state: PickerState): Pick<StoredChoices, "places"> {
  const places = [...state.earlier, state].map(({ section, seating, named }) => ({
    ...(section ? { showCategoryId: section.id } : {}),
    ...(seating === "named" ? { seating } : {}),
    ...(named ? { seats: named.seats } : {}),
  }));
  return places.some((place) => Object.keys(place).length > 0) ? { places } : {};
}

/** The choices without named seats. */
export function withoutSeats(choices: StoredChoices): StoredChoices {
  if (!choices.places) return choices;
  return { ...choices, places: choices.places.map(({ seats: _, ...place }) => place) };
}

/**
 * The next stored choice to make again. Seats that the shopper had named at one performance are named again before the
 * shopper goes on to the next. Null while the picker loads, and when the shopper must choose, because the next
 * choice was not stored or is no longer available.
 */
export function replay(state: PickerState, storedChoices: StoredChoices): PickerEvent | null {
  const step = openStep(state);
  switch (step?.kind) {
    case "date":
      return { type: "dateChosen", date: storedChoices.date, settled: storedChoices.settled };
    case "show": {
      const found = shows(state).find((show) => show.showId === storedChoices.showId);
      return found ? { type: "showChosen", showId: found.showId } : null;
    }
    case "performance": {
      const { selectionIndex } = step;
      const id = storedChoices.performanceIds[indexes(state).indexOf(selectionIndex)];
      const found = options(state, selectionIndex).find((option) => option.performanceId === id);
      if (!found || !isOpenFor(found)) return null;
      return { type: "performanceChosen", selectionIndex, performanceId: found.performanceId };
    }
    case "section":
      return replaySection(state, storedChoices.places?.[step.place]);
    case "seat": {
      if (state.seating === "named" || state.section) return null;
      const place = storedChoices.places?.[step.place];
      return place?.seating === "named"
        ? { type: "seatingChosen", seating: "named", seats: place.seats }
        : replaySection(state, place);
    }
    default:
      return null;
  }
}

function replaySection(state: PickerState, place: StoredPlace | undefined): PickerEvent | null {
  const found = sections(state).find((section) => section.showCategoryId === place?.showCategoryId);
  if (!found || !isOpenFor(found)) return null;
  return { type: "sectionChosen", showCategoryId: found.showCategoryId };
}
