"use client";

import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { call } from "@/api/call";
import { keys } from "@/api/swr";
import { moreItemsPath } from "@/flow/sale-path";
import { forgetVisit, visitHasEnded } from "@/flow/visit";
import { routes } from "@/lib/routes";
import { confirmed } from "@/parts/confirm-dialog/confirmed";
import { sessionTimeoutTexts } from "@/text/areas/session-timeout";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

type Props = {
  returnTo: string | null;
  /** Whether a page of the shop led here, whose visit is over. Anybody may link here: a visit does not end by that. */
  ends: boolean;
};

/** The end of a visit: its cart is emptied, what the tab remembered is forgotten, and one button leads back. */
export function SessionTimeoutScreen({ returnTo, ends }: Props) {
  const t = useText(sessionTimeoutTexts);
  const { mutate } = useSWRConfig();
  // The dialog is drawn in the browser; the page says the same until it is there.
  const wayBack = useRef<string | null>(null);
  const [ended, setEnded] = useState(false);
  const [cleared, setCleared] = useState(false);

  useEffect(() => {
    setEnded(true);
    // Before it is forgotten: without an address to return to, the way back is where the shopping began.
    wayBack.current ??= returnTo ?? moreItemsPath();
    if (!ends && !visitHasEnded()) {
      setCleared(true);
      return;
    }
    forgetVisit();
    // A cart that could not be emptied is no reason to be kept here: its places run out by themselves.
    void clearCart().then(() => {
      setCleared(true);
      // The header counts what is in the cart.
      void mutate(keys.miniCart);
    });
  }, [returnTo, ends, mutate]);

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
          <Button
            autoFocus
            busy={!cleared}
            onClick={() => location.replace(wayBack.current ?? routes.home())}
          >
            {t("session-timeout.return")}
          </Button>
        }
      >
        <p>{t("session-timeout.message")}</p>
      </Dialog>
    </div>
  );
}

/** Empties the cart of a visit that has ended. Nobody is there to confirm, so what is asked is confirmed. */
function clearCart() {
  return confirmed(
    (reSubmitContext) =>
      call((api) => api.POST("/cart/clear", { body: { reSubmitContext } }), { unattended: true }),
    async () => true,
  );
}
