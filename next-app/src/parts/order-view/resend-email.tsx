"use client";

import { lazy, Suspense, useRef, useState } from "react";
import type { Order } from "@/api/types";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";

const loadDialog = () => import("./resend-dialog");
const ResendDialog = lazy(loadDialog);
const Toasts = lazy(async () => ({ default: (await import("@/ui/toast")).Toasts }));

/** Sends the confirmation again. The result is shown in a toast and in the line beside the button. */
export function ResendEmail({ order, onResent }: { order: Order; onResent: () => void }) {
  const t = useText(confirmationTexts);
  const [open, setOpen] = useState(false);
  const [statusText, setStatusText] = useState("");
  const button = useRef<HTMLButtonElement>(null);

  async function resent(message: string) {
    setOpen(false);
    setStatusText(message);
    onResent();
    const { toast } = await import("@/ui/toast");
    toast(message);
  }

  return (
    <>
      <Button
        ref={button}
        look="secondary"
        onPointerEnter={loadDialog}
        onClick={() => {
          setStatusText("");
          setOpen(true);
        }}
      >
        {t("confirmation.resend")}
      </Button>
      <div className="self-center">
        <StatusLine visible={statusText !== ""}>{statusText}</StatusLine>
      </div>
      <Suspense fallback={null}>
        {open ? <ResendDialog order={order} onClose={() => setOpen(false)} onResent={resent} /> : null}
      </Suspense>
      <Suspense fallback={null}>{statusText ? <Toasts /> : null}</Suspense>
    </>
  );
}
