"use client";

import { useId } from "react";
import { formatCents } from "@/lib/money";
import { sharedVisits } from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { openStep } from "@/parts/performance-picker/picker-state";
import { cartChangeTexts } from "@/text/areas/cart-change";
import { dialogTexts } from "@/text/areas/dialog";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { ChangeLine } from "./change-line";
import { ChangeVisit } from "./change-visit";
import { SeatLines } from "./seat-lines";
import { type ChangeDialogProps, useLineChanges } from "./use-line-changes";
import { isMovable } from "./visit-state";

/** Changes the quantities or seats of a product's lines and, if allowed, their date, time and place, in one call. */
export default function ChangeDialog(props: ChangeDialogProps) {
  const { group, question, onClose } = props;
  const t = useText(cartChangeTexts, dialogTexts);
  const hint = `${useId()}-hint`;
  const edit = useLineChanges(props);
  const { problem, isBlocked, isSaving, save } = edit;
  // The shop applies offers when the changes are saved.
  const hasOffers = group.items.some(({ offers }) => offers.length > 0);
  const seated = group.items.filter((item) => item.seats.length > 0);
  const counted = group.items.filter((item) => item.seats.length === 0);

  return (
    <Dialog
      open
      onClose={onClose}
      keepsOnPress={edit.isMoving}
      // The seat plan needs more room than all other choices.
      size={edit.isMoving && openStep(edit.state)?.kind === "seat" ? "lg" : "md"}
      title={t("cart-change.title")}
      footer={
        <>
          <Button appearance="secondary" onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <Button
            blocked={isBlocked}
            busy={isSaving && question === null}
            aria-describedby={hint}
            onClick={save}
          >
            {t("cart-change.save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <ProblemAlert problem={problem} alert={edit.alert} />
        <div className="grid gap-1">
          <p className="font-semibold">{group.productDisplayName}</p>
          {isMovable(group) ? null : (
            <OccasionList
              productName={group.productDisplayName}
              performances={sharedVisits(group.items)}
              withIcon
            />
          )}
        </div>
        {isMovable(group) ? <ChangeVisit group={group} edit={edit} /> : null}
        {seated.length > 0 ? <SeatLines group={group} lines={seated} edit={edit} /> : null}
        <ul className="empty:hidden">
          {counted.map((item) => (
            <ChangeLine
              key={item.id}
              item={item}
              group={group}
              visitChange={edit.visitChange}
              // The visit above the lines already ends with a border, so the first line has none.
              followsVisit={isMovable(group) && !edit.isMoving && seated.length === 0}
              quantity={edit.quantityOf(item)}
              onChange={(quantity) => edit.changeQuantity(item, quantity)}
            />
          ))}
        </ul>
        <p
          role="status"
          className="flex justify-between gap-4 border-t border-line pt-3 font-semibold empty:hidden"
        >
          {edit.newTotal === null ? null : (
            <>
              <span>{t(hasOffers ? "cart-change.total-before" : "cart-change.total")} </span>
              <span className="figures">{formatCents(edit.newTotal)}</span>
            </>
          )}
        </p>
        <p id={hint} role="status" className="text-sm text-ink-2 empty:hidden">
          {edit.notOffered ?? (counted.length > 0 ? t("cart-change.zero-hint") : null)}
        </p>
      </div>
      {question}
    </Dialog>
  );
}
