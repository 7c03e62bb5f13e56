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

/** The shopper's choices, only as ids. Everything else is loaded again and may have changed. */
export type StoredChoices = {
  date: string;
  showId: string | null;
  performanceIds: string[];
  showCategoryId?: string;
  /** `named` if the shopper names the seats; absent if the shop chooses them or the show has no seats. */
  seating?: Seating;
};

export function toStoredChoices(state: PickerState): StoredChoices | null {
  if (state.date === null) return null;
  return {
    date: state.date,
    showId: state.show?.id ?? null,
    performanceIds: state.chosen.map((choice) => choice.id),
    ...(state.section ? { showCategoryId: state.section.id } : {}),
    ...(state.seating === "named" ? { seating: state.seating } : {}),
  };
}

/**
 * The next stored choice to make again. Null while the picker loads, and when the shopper must choose, because the next
 * choice was not stored or is no longer available.
 */
export function replay(state: PickerState, storedChoices: StoredChoices): PickerEvent | null {
  const step = openStep(state);
  switch (step?.kind) {
    case "date":
      return { type: "dateChosen", date: storedChoices.date };
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
      return replaySection(state, storedChoices);
    case "seat":
      if (state.seating === "named" || state.section) return null;
      return storedChoices.seating === "named"
        ? { type: "seatingChosen", seating: "named" }
        : replaySection(state, storedChoices);
    default:
      return null;
  }
}

function replaySection(state: PickerState, { showCategoryId }: StoredChoices): PickerEvent | null {
  const found = sections(state).find((section) => section.showCategoryId === showCategoryId);
  if (!found || !isOpenFor(found)) return null;
  return { type: "sectionChosen", showCategoryId: found.showCategoryId };
}
