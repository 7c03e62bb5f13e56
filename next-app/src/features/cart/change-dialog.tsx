"use client";

import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import type { CartGroup, CartItem, CartModifyLine } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { ticketName } from "@/lib/ticket-name";
import { holderName, placesOf } from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import type { Modified } from "@/parts/cart-lines/use-modify";
import { ChoiceLine } from "@/parts/performance-picker/choice-line";
import { linePerformances, type Step, seats, variants } from "@/parts/performance-picker/picker-state";
import type { Remembered } from "@/parts/performance-picker/remembered";
import { cartSale } from "@/parts/performance-picker/sale";
import type { NamedOrder } from "@/parts/performance-picker/seats/seat-state";
import { usePicker } from "@/parts/performance-picker/use-picker";
import { QuantityStepper } from "@/parts/quantity-stepper/quantity-stepper";
import { alertTexts } from "@/text/areas/alert";
import { cartTexts } from "@/text/areas/cart";
import { cartChangeTexts } from "@/text/areas/cart-change";
import { dialogTexts } from "@/text/areas/dialog";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import { seatsTexts } from "@/text/areas/seats";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { classNames } from "@/ui/class-names";
import { Dialog } from "@/ui/dialog";
import { TextButton } from "@/ui/text-button";
import {
  boundsOf,
  type Course,
  changes,
  firstProblem,
  movesTogether,
  movesToSeats,
  type Problem,
  type Quantities,
  quantityOf,
} from "./change-state";
import { chosenBefore, isElsewhere, isMovable, visitChoices } from "./visit-state";

/** Loaded on demand: a calendar is large, and most changes are of quantities. */
const loadVisitPicker = () => import("./visit-picker");
const VisitPicker = lazy(loadVisitPicker);

type Props = {
  group: CartGroup;
  /** Whether a revision removed its lines, so that saving adds them again. */
  removed: boolean;
  /** The confirmation dialog, rendered inside this dialog so that focus can move to it and back. */
  question: ReactNode;
  /** Asks for confirmation before lines are removed. Resolves to false if the shopper keeps one. */
  confirmRemoval: (items: CartItem[]) => Promise<boolean>;
  modify: (items: CartModifyLine[]) => Promise<Modified>;
  onClose: () => void;
  onChanged: () => void;
};

/** Changes the quantities of a product's lines and, if allowed, their date and time, in one call. */
export default function ChangeDialog({
  group,
  removed,
  question,
  confirmRemoval,
  modify,
  onClose,
  onChanged,
}: Props) {
  const t = useText(alertTexts, cartTexts, cartChangeTexts, dialogTexts, productTexts, seatsTexts);
  const id = useId();
  const [quantities, setQuantities] = useState<Quantities>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  /** While a new visit is chosen: the choices kept from the old one. */
  const [anew, setAnew] = useState<{ kept: Remembered | null } | null>(null);
  /** The seats chosen for the lines. */
  const [named, setNamed] = useState<NamedOrder | null>(null);
  const [refusals, setRefusals] = useState(0);
  const alert = useRef<HTMLDivElement>(null);
  const visit = useRef<HTMLDivElement>(null);

  const [first] = group.items;
  const performances = first?.performances ?? [];
  const [sale] = useState(() => cartSale(group.items.map(({ id }) => id)));
  const { state, dispatch, loading } = usePicker(group.productId, sale);
  const hasSeats = seats(state).length > 0;
  const staying = group.items.filter((item) => quantityOf(quantities, item).value !== 0);
  const offered = anew && !hasSeats ? variants(state) : null;
  const course: Course = { moves: anew ? moves() : null, removed };
  const unfinished = anew !== null && (hasSeats ? course.moves === null : offered === null);
  const wrong = firstProblem(group.items, quantities, course);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  function moves(): Course["moves"] {
    if (hasSeats)
      return movesToSeats(staying, named?.lines ?? [], (seatId) => linePerformances(state, seatId));
    const chosen = offered ? linePerformances(state) : undefined;
    if (!offered || !chosen || !isElsewhere(performances, chosen)) return null;
    return movesTogether(group.items, chosen, offered);
  }

  function say({ line, reason }: Problem<CartItem>): string {
    const name = ticketName(line);
    return t(reason === "quantity" ? "cart-change.invalid" : "cart-change.not-offered", { name });
  }

  function lacking(): string {
    if (hasSeats) return t("cart-change.seats-missing");
    return t(state.date === null ? "product.date-missing" : "product.choice-missing");
  }

  async function save() {
    if (unfinished) {
      setProblem(lacking());
      return;
    }
    if (wrong) {
      setProblem(say(wrong));
      return;
    }
    const changed = changes(group.items, quantities, course);
    if (changed.length === 0) {
      onClose();
      return;
    }
    const leaving = group.items.filter((item) => quantityOf(quantities, item).value === 0);
    if (leaving.length > 0 && !(await confirmRemoval(leaving))) return;
    setProblem(null);
    setSaving(true);
    const modified = await modify(changed);
    setSaving(false);
    if (modified === "changed") onChanged();
    else if (modified !== "kept") {
      setProblem(modified.message);
      setRefusals((count) => count + 1);
    }
  }

  function keepVisit() {
    setProblem(null);
    setAnew(null);
    dispatch({ type: "reopened", step: { kind: "date" } });
    visit.current?.focus();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      keepsOnPress={anew !== null}
      title={t("cart-change.title")}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <Button
            blocked={wrong !== null || unfinished}
            busy={saving && question === null}
            aria-describedby={`${id}-hint`}
            onClick={save}
          >
            {t("cart-change.save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {problem ? (
          <Alert ref={alert} tone="error" label={t("alert.error")}>
            {problem}
          </Alert>
        ) : null}
        <div className="grid gap-1">
          <p className="font-semibold">{group.productDisplayName}</p>
          {isMovable(group) ? null : (
            <OccasionList productName={group.productDisplayName} performances={performances} withIcon />
          )}
        </div>
        {isMovable(group) ? (
          <section ref={visit} tabIndex={-1} aria-label={t("cart-change.visit")} className="outline-none">
            {anew ? (
              <>
                <Suspense fallback={<div className="skeleton h-72" />}>
                  <VisitPicker
                    productId={group.productId}
                    sale={sale}
                    present={performances[0]?.performanceDate ?? ""}
                    kept={anew.kept}
                    state={state}
                    loading={loading}
                    onNamed={setNamed}
                    tickets={staying.map((item) => item.productVariantId)}
                    refusals={refusals}
                    dispatch={(event) => {
                      setProblem(null);
                      dispatch(event);
                    }}
                  />
                </Suspense>
                <TextButton onClick={keepVisit} className="-ml-2">
                  {t("cart-change.keep-visit")}
                </TextButton>
              </>
            ) : (
              <Visit
                group={group}
                onApproach={loadVisitPicker}
                onChange={(step) => {
                  setAnew({ kept: chosenBefore(group, step) });
                  visit.current?.focus();
                }}
              />
            )}
          </section>
        ) : null}
        <ul>
          {group.items.map((item) => (
            <li
              key={item.id}
              className={classNames(
                "flex items-start justify-between gap-4 border-t border-line py-3",
                // The visit above already ends with a border.
                isMovable(group) && !anew && "first:-mt-3 first:border-t-0",
              )}
            >
              <div className="min-w-0 pt-0.5">
                <p className="font-semibold">{ticketName(item)}</p>
                {rowDetails(item).map((words) => (
                  <p key={words} className="text-sm">
                    {words}
                  </p>
                ))}
                <p className="figures text-sm text-ink-2">{price(item)}</p>
              </div>
              <QuantityStepper
                name={[ticketName(item), ...rowDetails(item), group.productDisplayName].join(", ")}
                bounds={boundsOf(item, course)}
                quantity={quantityOf(quantities, item)}
                onChange={(quantity) => {
                  setProblem(null);
                  setQuantities((all) => ({ ...all, [item.id]: quantity }));
                }}
              />
            </li>
          ))}
        </ul>
        <p id={`${id}-hint`} role="status" className="text-sm text-ink-2">
          {wrong?.reason === "not-offered" ? say(wrong) : t("cart-change.zero-hint")}
        </p>
      </div>
      {question}
    </Dialog>
  );

  /** What distinguishes lines of the same ticket: the passholder, the places, and the promotion. */
  function rowDetails(item: CartItem): string[] {
    const of = [holderName(item), ...placesOf(t, item, group.items), item.promotionName];
    return of.filter((words): words is string => Boolean(words));
  }

  /** The price at the new visit, if it is shown there. Saving asks for confirmation if it has risen meanwhile. */
  function price(item: CartItem): string {
    const there = course.moves?.get(item.id)?.ticket;
    // The new price is loaded once for each ticket. For lines with different sale contexts the cart shows it after
    // saving.
    const isOfWays =
      new Set(
        group.items
          .filter(({ productVariantId }) => productVariantId === item.productVariantId)
          .map(({ promotionName }) => promotionName),
      ).size > 1;
    if (there && isOfWays) return t("cart-change.each-later");
    if (there) return t("cart-change.each", { amount: formatMoney(there.displayPrice) });
    const each = t("cart.each", { amount: formatMoney(item.unitPrice) });
    if (item.unitFees === 0) return each;
    return `${each}, ${t("cart.each-fees", { amount: formatMoney(item.unitFees) })}`;
  }
}

type VisitProps = { group: CartGroup; onChange: (step: Step) => void; onApproach: () => void };

/** The current visit, choice by choice. */
function Visit({ group, onChange, onApproach }: VisitProps) {
  const t = useText(pickerTexts, seatsTexts);
  const title = ({ kind }: Step, prompt: string | null) =>
    prompt ?? t(kind === "performance" ? "picker.time" : `picker.${kind}`);
  return (
    <>
      {visitChoices(t, group).map(({ step, prompt, value }) => (
        <ChoiceLine
          key={`${step.kind} ${step.kind === "performance" ? step.selectionIndex : ""}`}
          t={t}
          title={title(step, prompt)}
          value={value ?? t("picker.all-day")}
          // An all-day visit is changed by its day.
          onChange={value === null ? undefined : () => onChange(step)}
          onApproach={onApproach}
        />
      ))}
    </>
  );
}
