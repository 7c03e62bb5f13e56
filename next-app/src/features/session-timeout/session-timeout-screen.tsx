"use client";

import { useEffect, useState } from "react";
import { forgetVisit } from "@/flow/visit";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { clearCart } from "./clear-cart";

/** The end of a visit: its cart is emptied, what the tab remembered is forgotten, and one button leads back. */
export function SessionTimeoutScreen({ returnTo }: { returnTo: string }) {
  const t = useText();
  // The dialog is drawn in the browser; the page says the same until it is there.
  const [ended, setEnded] = useState(false);
  const [cleared, setCleared] = useState(false);

  useEffect(() => {
    setEnded(true);
    forgetVisit();
    // A cart that could not be emptied is no reason to be kept here: its places run out by themselves.
    void clearCart().then(() => setCleared(true));
  }, []);

  return (
    <div className="frame">
      <h1 className="text-h1">{t("session-timeout.title")}</h1>
      <p className="pt-2 text-ink-2">{t("session-timeout.message")}</p>
      <Dialog
        open={ended}
        isStatic
        withoutClose
        onClose={() => undefined}
        title={t("session-timeout.title")}
        footer={
          // A full load, so that nothing of the visit is left in the page either.
          <Button autoFocus busy={!cleared} onClick={() => location.replace(returnTo)}>
            {t("session-timeout.return")}
          </Button>
        }
      >
        <p>{t("session-timeout.message")}</p>
      </Dialog>
    </div>
  );
}
