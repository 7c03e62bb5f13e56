"use client";

import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { call } from "@/api/call";
import { keys } from "@/api/swr";
import { moreItemsPath } from "@/flow/sale-path";
import { clearTabData, hasSessionEnded } from "@/flow/tab-data";
import { routes } from "@/lib/routes";
import { confirmed } from "@/parts/confirm-dialog/confirmed";
import { sessionTimeoutTexts } from "@/text/areas/session-timeout";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

type Props = {
  returnTo: string | null;
  /**
   * Whether a shop page opened this page. Otherwise the session ends only if a shop page has marked its end in this
   * tab, because any site can link to this page.
   */
  ends: boolean;
};

/**
 * Says that the session has ended, and links back to the shop. If a shop page ended the session, also empties the cart
 * and removes the tab's stored values.
 */
export function SessionTimeoutScreen({ returnTo, ends }: Props) {
  const t = useText(sessionTimeoutTexts);
  const { mutate } = useSWRConfig();
  // The path that the button of the dialog opens.
  const returnPath = useRef<string | null>(null);
  // The dialog opens only in the browser. Until then the page shows the same text.
  const [ended, setEnded] = useState(false);
  const [cleared, setCleared] = useState(false);

  useEffect(() => {
    setEnded(true);
    // The path is read before the stored values are removed. Without a return address it is the page on which the
    // shopper chose products.
    returnPath.current ??= returnTo ?? moreItemsPath();
    if (!ends && !hasSessionEnded()) {
      setCleared(true);
      return;
    }
    clearTabData();
    // A failed call is ignored, because the cart's claims expire without it.
    void clearCart().then(() => {
      setCleared(true);
      // The number of items in the mini cart is updated.
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
          // A full page load removes all state of the session from the page.
          <Button
            autoFocus
            busy={!cleared}
            onClick={() => location.replace(returnPath.current ?? routes.home())}
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

/**
 * Empties the cart of an ended session. Questions are confirmed automatically, because the shopper may not be there to
 * answer.
 */
function clearCart() {
  return confirmed(
    (reSubmitContext) =>
      call((api) => api.POST("/cart/clear", { body: { reSubmitContext } }), { unattended: true }),
    async () => true,
  );
}
