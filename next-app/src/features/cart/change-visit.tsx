"use client";

import { lazy, Suspense } from "react";
import type { CartGroup } from "@/api/types";
import { ChoiceLine } from "@/parts/performance-picker/choice-line";
import type { Step } from "@/parts/performance-picker/picker-state";
import { cartChangeTexts } from "@/text/areas/cart-change";
import { pickerTexts } from "@/text/areas/picker";
import { useText } from "@/text/use-text";
import { TextButton } from "@/ui/text-button";
import type { LineChanges } from "./use-line-changes";
import { visitChoices } from "./visit-state";

/** The picker is loaded on demand, because a calendar is large and most changes are of quantities. */
export const loadVisitPicker = () => import("./visit-picker");
const VisitPicker = lazy(loadVisitPicker);

/** The visit of the lines, or the picker of a new one. */
export function ChangeVisit({ group, edit }: { group: CartGroup; edit: LineChanges }) {
  const t = useText(cartChangeTexts);
  return (
    <section ref={edit.section} tabIndex={-1} aria-label={t("cart-change.visit")} className="outline-none">
      {edit.isMoving ? (
        <>
          <Suspense fallback={<div className="skeleton h-72" />}>
            <VisitPicker
              productId={group.productId}
              sale={edit.sale}
              present={group.items[0]?.performances[0]?.performanceDate ?? ""}
              kept={edit.keptChoices}
              state={edit.state}
              loading={edit.loading}
              onNamed={edit.setNamed}
              {...(edit.isSeated
                ? { tickets: edit.staying.map((item) => item.productVariantId) }
                : { placesOnly: true })}
              refusals={edit.refusals}
              dispatch={edit.dispatch}
            />
          </Suspense>
          <TextButton onClick={edit.keepVisit} className="-ml-2">
            {t(edit.changesOnlySeats ? "cart-change.keep-seats" : "cart-change.keep-visit")}
          </TextButton>
        </>
      ) : (
        <CurrentVisit
          group={group}
          isChangeable={edit.isChangeable}
          onApproach={loadVisitPicker}
          onChange={edit.changeVisit}
        />
      )}
    </section>
  );
}

type VisitProps = {
  group: CartGroup;
  isChangeable: (step: Step) => boolean;
  onChange: (step: Step) => void;
  onApproach: () => void;
};

/** Every choice of the current visit except its seats, each with a button to change it if there is something else to choose. */
function CurrentVisit({ group, isChangeable, onChange, onApproach }: VisitProps) {
  const t = useText(pickerTexts);
  return (
    <>
      {visitChoices(group).map(({ step, value }) => (
        <ChoiceLine
          key={`${step.kind} ${step.kind === "performance" ? step.selectionIndex : ""}`}
          t={t}
          value={value ?? t("picker.all-day")}
          // The time of an all-day visit has no button: to change such a visit, the shopper chooses another day.
          onChange={value !== null && isChangeable(step) ? () => onChange(step) : undefined}
          onApproach={onApproach}
        />
      ))}
    </>
  );
}
