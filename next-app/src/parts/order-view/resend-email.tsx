"use client";

import { lazy, Suspense, useRef, useState } from "react";
import type { Order } from "@/api/types";
import { useAnnouncement } from "@/parts/announcement/use-announcement";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";

const loadDialog = () => import("./resend-dialog");
const ResendDialog = lazy(loadDialog);

/** Sends the confirmation again. The result is shown in a toast and in the line beside the button. */
export function ResendEmail({ order, onResent }: { order: Order; onResent: () => void }) {
  const t = useText(confirmationTexts);
  const [open, setOpen] = useState(false);
  const { announcement, announce, clearAnnouncement, toasts } = useAnnouncement();
  const button = useRef<HTMLButtonElement>(null);

  async function resent(message: string) {
    setOpen(false);
    onResent();
    await announce(message);
    // The page around the button changes while the dialog closes, which can lose the focus that the dialog returns.
    if (document.activeElement === document.body) button.current?.focus();
  }

  return (
    <>
      <Button
        ref={button}
        appearance="secondary"
        onPointerEnter={loadDialog}
        onClick={() => {
          clearAnnouncement();
          setOpen(true);
        }}
      >
        {t("confirmation.resend")}
      </Button>
      <div className="self-center">
        <StatusLine visible={announcement !== ""}>{announcement}</StatusLine>
      </div>
      <Suspense fallback={null}>
        {open ? <ResendDialog order={order} onClose={() => setOpen(false)} onResent={resent} /> : null}
      </Suspense>
      {toasts}
    </>
  );
}
