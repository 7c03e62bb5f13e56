"use client";

import { useRef } from "react";
import { alertTexts } from "@/text/areas/alert";
import { cartTexts } from "@/text/areas/cart";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { classNames } from "@/ui/class-names";
import { ScriptButton } from "@/ui/script-button";
import { StatusLine } from "@/ui/status-line";
import type { HoldState } from "./hold-state";
import { type HeldCart, useHold } from "./use-hold";

/**
 * The remaining hold time in whole minutes. Screen readers announce it five minutes and one minute before the end. From
 * the first announcement on, one press extends the hold, as far as the shop allows. After the end the shopper can ask
 * for the places again, any number of times.
 */
export function HoldNotice({ cart }: { cart: HeldCart }) {
  const t = useText(alertTexts, cartTexts);
  const { hold, extend, holdAgain, extended, refusal } = useHold(cart);
  const notice = useRef<HTMLDivElement>(null);
  if (hold === null) return null;
  const calm = hold.kind === "held" && hold.urgency === "calm";

  /** The pressed button may disappear, so focus moves to the notice. */
  const stay = () => notice.current?.focus();

  return (
    <div ref={notice} tabIndex={-1} data-hold className="outline-none">
      {hold.kind === "lapsed" ? (
        <Alert
          tone="warning"
          label={t("alert.warning")}
          action={
            <ScriptButton
              className="min-h-11 flex-none font-semibold whitespace-nowrap underline"
              onClick={() => holdAgain().then(stay)}
            >
              {t("cart.hold-again")}
            </ScriptButton>
          }
        >
          {refusal ?? t("cart.lapsed")}
        </Alert>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className={classNames("figures text-sm", calm ? "text-ink-2" : "font-semibold text-warn")}>
            {hold.urgency === "last-minute"
              ? t("cart.held-one")
              : t("cart.held-many", { minutes: hold.minutes })}
          </p>
          {!calm && cart.holdExtendable ? (
            <Button
              appearance="secondary"
              onClick={async () => {
                if (await extend()) stay();
              }}
            >
              {t("cart.hold-longer")}
            </Button>
          ) : null}
          {refusal ? (
            <p role="alert" className="text-sm font-semibold text-warn">
              {refusal}
            </p>
          ) : null}
        </div>
      )}
      <StatusLine>
        {announcement(t, hold, cart.holdExtendable) || (extended ? t("cart.hold-extended") : "")}
      </StatusLine>
    </div>
  );
}

function announcement(t: Translate<"cart">, hold: HoldState, extendable: boolean): string {
  if (hold.kind === "lapsed" || hold.urgency === "calm") return "";
  const left = t(hold.urgency === "last-minute" ? "cart.held-last" : "cart.held-five");
  return `${left} ${t(extendable ? "cart.held-or-longer" : "cart.held-no-longer")}`;
}
