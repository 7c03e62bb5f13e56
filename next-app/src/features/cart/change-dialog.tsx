"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { CartGroup, CartItem, CartModifyLine } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import type { Modified } from "@/parts/cart-lines/use-modify";
import { QuantityStepper } from "@/parts/quantity-stepper/quantity-stepper";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { boundsOf, changes, firstProblem, type Quantities, quantityOf } from "./change-state";

type Props = {
  group: CartGroup;
  /** What is asked while this dialog is open: drawn inside it, so that focus may go there and come back. */
  question: ReactNode;
  /** Asks first for every line that is to go; resolves to false when the shopper keeps one. */
  confirmRemoval: (items: CartItem[]) => Promise<boolean>;
  modify: (items: CartModifyLine[]) => Promise<Modified>;
  onClose: () => void;
  onChanged: () => void;
};

/** New quantities for the lines of one product at one time, saved together with one call. */
export default function ChangeDialog({ group, question, confirmRemoval, modify, onClose, onChanged }: Props) {
  const t = useText();
  const id = useId();
  const [quantities, setQuantities] = useState<Quantities>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const wrong = firstProblem(group.items, quantities);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  async function save() {
    if (wrong) {
      setProblem(t("cart-change.invalid", { name: wrong.displayName }));
      return;
    }
    const changed = changes(group.items, quantities);
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
    else if (modified !== "kept") setProblem(modified.message);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("cart-change.title")}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <Button blocked={wrong !== null} busy={saving} aria-describedby={`${id}-hint`} onClick={save}>
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
          <OccasionList
            productName={group.productDisplayName}
            performances={group.items[0]?.performances ?? []}
            withIcon
          />
        </div>
        <ul>
          {group.items.map((item) => (
            <li key={item.id} className="flex items-start justify-between gap-4 border-t border-line py-3">
              <div className="min-w-0 pt-0.5">
                <p className="font-semibold">{item.displayName}</p>
                <p className="figures text-sm text-ink-2">
                  {t("cart.each", { amount: formatMoney(item.unitPrice) })}
                  {item.unitFees > 0
                    ? `, ${t("cart.each-fees", { amount: formatMoney(item.unitFees) })}`
                    : ""}
                </p>
              </div>
              <QuantityStepper
                name={`${item.displayName}, ${group.productDisplayName}`}
                bounds={boundsOf(item)}
                quantity={quantityOf(quantities, item)}
                onChange={(quantity) => {
                  setProblem(null);
                  setQuantities((all) => ({ ...all, [item.id]: quantity }));
                }}
              />
            </li>
          ))}
        </ul>
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {t("cart-change.zero-hint")}
        </p>
      </div>
      {question}
    </Dialog>
  );
}
