"use client";

import { visitTexts } from "@/text/areas/visit";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

export type NoDates = { message: string; proceedText: string; onProceed: () => void };

/** Says that a park has no day for this party, and offers the next step. */
export default function NoDatesDialog({ message, proceedText, onProceed }: NoDates) {
  const t = useText(visitTexts);
  return (
    <Dialog
      open
      role="alertdialog"
      title={t("visit.none-title")}
      onClose={onProceed}
      footer={<Button onClick={onProceed}>{proceedText}</Button>}
    >
      <p>{message || t("visit.none")}</p>
    </Dialog>
  );
}
