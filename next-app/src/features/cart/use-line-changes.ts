"use client";

import { type ReactNode, useCallback, useRef, useState } from "react";
import { keys, useApi } from "@/api/swr";
import type { CartGroup, CartItem, CartModifyLine } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import type { Modified } from "@/parts/cart-lines/use-modify";
import { useProblem } from "@/parts/error-summary/problem";
import {
  hasNextPlace,
  indexes,
  isPlaceChosen,
  linePerformances,
  type PickerEvent,
  placePosition,
  type Step,
  seatedUnits,
  seats,
  type UnitSeats,
  variants,
} from "@/parts/performance-picker/picker-state";
import { cartSale } from "@/parts/performance-picker/sale";
import type { NamedOrder } from "@/parts/performance-picker/seats/seat-state";
import type { StoredChoices } from "@/parts/performance-picker/stored-choices";
import { usePicker } from "@/parts/performance-picker/use-picker";
import type { Quantity } from "@/parts/quantity-stepper/stepper-state";
import { cartChangeTexts } from "@/text/areas/cart-change";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import {
  changes,
  firstProblem,
  movesTogether,
  movesToSeats,
  newTotal,
  type Problem,
  type Quantities,
  quantityOf,
  type VisitChange,
} from "./change-state";
import { chosenBefore, isChangeable, isMovable, isMove, withOwnPlaces } from "./visit-state";

export type ChangeDialogProps = {
  group: CartGroup;
  /** Whether a revision removed the group's lines, so that saving adds them again. */
  removed: boolean;
  /** The confirmation dialog, rendered inside this dialog so that focus can move to it and back. */
  question: ReactNode;
  /** Asks for confirmation before lines are removed. Resolves to false if the shopper declines. */
  confirmRemoval: (items: CartItem[]) => Promise<boolean>;
  /** Saves the changes, and closes the dialog if they are saved. */
  modify: (items: CartModifyLine[]) => Promise<Modified>;
  onClose: () => void;
};

/** The changes of a product's lines until they are saved. */
export function useLineChanges({ group, removed, confirmRemoval, modify, onClose }: ChangeDialogProps) {
  const t = useText(cartChangeTexts, productTexts);
  const [quantities, setQuantities] = useState<Quantities>({});
  const { problem, setProblem, alert } = useProblem();
  const [isSaving, setSaving] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const staying = group.items.filter((item) => quantityOf(quantities, item).value !== 0);
  const visit = useNewVisit(group, staying, () => setProblem(null));
  const visitChange: VisitChange = { moves: visit.moves, removed };
  const wrong = firstProblem(group.items, quantities, visitChange);

  function problemText({ line, reason }: Problem<CartItem>): string {
    const name = ticketName(line);
    return t(reason === "quantity" ? "cart-change.invalid" : "cart-change.not-offered", { name });
  }

  function missingText(): string {
    if (visit.isSeated) return t("cart-change.seats-missing");
    return t(visit.state.date === null ? "product.date-missing" : "product.choice-missing");
  }

  async function save() {
    if (visit.isUnfinished) return setProblem(missingText());
    if (wrong) return setProblem(problemText(wrong));
    const changed = changes(group.items, quantities, visitChange);
    if (changed.length === 0) return onClose();
    const leaving = group.items.filter((item) => quantityOf(quantities, item).value === 0);
    if (leaving.length > 0 && !(await confirmRemoval(leaving))) return;
    setProblem(null);
    setSaving(true);
    const modified = await modify(changed);
    setSaving(false);
    if (modified !== "changed" && modified !== "kept") {
      setProblem(modified.message);
      setRefusals((count) => count + 1);
    }
  }

  return {
    ...visit,
    visitChange,
    staying,
    problem,
    alert,
    refusals,
    isBlocked: wrong !== null || visit.isUnfinished,
    isSaving,
    /** What the lines cost with the changes, in cents; null if nothing can be said about it. */
    newTotal: wrong || visit.isUnfinished ? null : newTotal(group.items, quantities, visitChange),
    /** The message that says which line is not sold at the new visit, if that is the first problem; otherwise null. */
    notOffered: wrong?.reason === "not-offered" ? problemText(wrong) : null,
    quantityOf: (item: CartItem) => quantityOf(quantities, item),
    changeQuantity(item: CartItem, quantity: Quantity) {
      setProblem(null);
      setQuantities((all) => ({ ...all, [item.id]: quantity }));
    },
    save,
  };
}

export type LineChanges = ReturnType<typeof useLineChanges>;

/** The new visit of the lines and the functions that choose it. */
function useNewVisit(group: CartGroup, staying: CartItem[], clearProblem: () => void) {
  /**
   * Set while a new visit is chosen; `kept` are the choices that stay from the current visit. With `onlySeats` these are
   * all but the seats.
   */
  const [restarted, setRestarted] = useState<{ kept: StoredChoices | null; onlySeats: boolean } | null>(null);
  const [sale] = useState(() => cartSale(group.items.map(({ id }) => id)));
  const { state, dispatch, loading } = usePicker(group.productId, sale);
  const section = useRef<HTMLElement>(null);
  const day = isMovable(group) ? group.items[0]?.performances[0]?.performanceDate : undefined;
  const performances = useApi(day ? keys.performances(group.productId, sale, day) : null, (api) =>
    api.POST("/performance/product-date-performance", {
      body: { ...sale, productId: group.productId, date: day ?? "" },
    }),
  );
  // Lines without numbered seats move to a section without them, also in a hall that has seats.
  const openIndex = indexes(state)[placePosition(state)];
  const isSeated = group.items.some(({ performances }) =>
    performances.some(({ selectionIndex, seatId }) => selectionIndex === openIndex && seatId !== undefined),
  );
  const namesSeats = isSeated && seats(state).length > 0;
  const units = namesSeats ? (seatedUnits(state) ?? []) : seatedUnits(state);
  const isChosen = isPlaceChosen(state) && !hasNextPlace(state);
  const offered = restarted && isChosen && !units ? variants(state) : null;
  const moves = restarted && isChosen ? findMoves() : null;

  function findMoves(): VisitChange["moves"] {
    const performancesOf = ({ performances }: CartItem, seatIds?: UnitSeats) => {
      const chosen = linePerformances(state, seatIds);
      return chosen && withOwnPlaces(performances, chosen, state.settled);
    };
    if (units) return movesToSeats(staying, units, performancesOf);
    const [first] = group.items;
    const chosen = offered && first ? performancesOf(first) : undefined;
    if (!offered || !chosen || !isMove(first?.performances ?? [], chosen)) return null;
    return movesTogether(group.items, (item) => performancesOf(item) ?? chosen, offered);
  }

  const setNamed = useCallback(
    (named: NamedOrder | null) => dispatch({ type: "seatsNamed", named }),
    [dispatch],
  );

  return {
    sale,
    state,
    loading,
    section,
    /** Whether the lines have seats at the performance whose place is chosen, so that the shopper names others. */
    isSeated,
    moves,
    isMoving: restarted !== null,
    /** Whether the shopper chooses other seats for the same date and time. */
    changesOnlySeats: restarted?.onlySeats ?? false,
    /** Whether another option exists. Until the options are known it is false; without an answer it is true. */
    isChangeable(step: Step) {
      if (performances.error) return true;
      return performances.data?.value !== undefined && isChangeable(step, group, performances.data.value);
    },
    keptChoices: restarted?.kept ?? null,
    isUnfinished: restarted !== null && (units ? moves === null : offered === null),
    setNamed,
    dispatch(event: PickerEvent) {
      clearProblem();
      if (event.type === "reopened") setRestarted((now) => now && { ...now, onlySeats: false });
      dispatch(event);
    },
    /** Opens the choice of a new visit at `step`. The choices before this step stay. */
    changeVisit(step: Step) {
      setRestarted({ kept: chosenBefore(group, step), onlySeats: step.kind === "seat" });
      section.current?.focus();
    },
    keepVisit() {
      clearProblem();
      setRestarted(null);
      dispatch({ type: "reopened", step: { kind: "date" } });
      section.current?.focus();
    },
  };
}
