"use client";

import { useEffect, useRef } from "react";
import { dialogTexts } from "@/text/areas/dialog";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

export type Confirmation = {
  /** Server texts may carry markup; the API has cleaned it before it was stored. */
  titleHtml: string;
  messageHtml: string;
  proceedText?: string | null;
  cancelText?: string | null;
};

type Props = { confirmation: Confirmation; onProceed: () => void; onCancel: () => void };

/** A question that must be answered. Focus starts on the way back, which changes nothing. */
export default function ConfirmDialog({ confirmation, onProceed, onCancel }: Props) {
  const t = useText(dialogTexts);
  const wayBack = useRef<HTMLButtonElement>(null);

  // After the dialog has taken focus for itself, which it does late when it opens over another one.
  useEffect(() => wayBack.current?.focus(), []);

  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onCancel}
      title={<span dangerouslySetInnerHTML={{ __html: confirmation.titleHtml }} />}
      footer={
        <>
          <Button ref={wayBack} look="secondary" onClick={onCancel}>
            {confirmation.cancelText || t("dialog.cancel")}
          </Button>
          <Button onClick={onProceed}>{confirmation.proceedText || t("dialog.proceed")}</Button>
        </>
      }
    >
      <div className="prose" dangerouslySetInnerHTML={{ __html: confirmation.messageHtml }} />
    </Dialog>
  );
}
