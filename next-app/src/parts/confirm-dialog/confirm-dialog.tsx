"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { SanitisedHtml } from "@/lib/html";
import { dialogTexts } from "@/text/areas/dialog";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

export type Confirmation = {
  title: string | SanitisedHtml;
  /** One paragraph for each string. */
  message: string[] | SanitisedHtml;
  proceedText?: string | null;
  cancelText?: string | null;
  /** Whether it cannot be undone, so that the button has the colour of danger. */
  isDestructive?: boolean;
  /** Whether Cancel is the better answer for most shoppers, so that its button stands out. */
  prefersCancel?: boolean;
};

type Props = { confirmation: Confirmation; onProceed: () => void; onCancel: () => void };

/** A question that must be answered. Focus starts on Cancel, which changes nothing. */
export default function ConfirmDialog({ confirmation, onProceed, onCancel }: Props) {
  const t = useText(dialogTexts);
  const cancelButton = useRef<HTMLButtonElement>(null);

  const { isDestructive = false, prefersCancel = false } = confirmation;

  // This effect runs after the dialog has taken focus itself, which happens late if it opens over another dialog.
  useEffect(() => cancelButton.current?.focus(), []);

  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onCancel}
      title={titleOf(confirmation)}
      footer={
        <>
          <Button ref={cancelButton} appearance={prefersCancel ? "primary" : "secondary"} onClick={onCancel}>
            {confirmation.cancelText || t("dialog.cancel")}
          </Button>
          <Button
            appearance={isDestructive ? "danger" : prefersCancel ? "secondary" : "primary"}
            onClick={onProceed}
          >
            {confirmation.proceedText || t("dialog.proceed")}
          </Button>
        </>
      }
    >
      <Message message={confirmation.message} />
    </Dialog>
  );
}

function titleOf({ title }: Confirmation): ReactNode {
  if (typeof title === "string") return title;
  return <span dangerouslySetInnerHTML={{ __html: title.sanitised }} />;
}

function Message({ message }: Pick<Confirmation, "message">) {
  if (!Array.isArray(message)) {
    return <div className="prose" dangerouslySetInnerHTML={{ __html: message.sanitised }} />;
  }
  return (
    <div className="prose whitespace-pre-line">
      {message.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
