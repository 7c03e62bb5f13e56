"use client";

import { useEffect, useState } from "react";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { classNames } from "@/ui/class-names";
import { StatusLine } from "@/ui/status-line";
import { type HoldState, holdState, secondsHeld } from "./hold-state";

type Props = {
  heldUntil: string | undefined;
  /** The server's time when it sent the deadline. */
  now: string;
  /** Asks for the places again. */
  onHoldAgain: () => void;
};

/**
 * For how long the places are held, in whole minutes that nobody has to watch. Screen readers hear of it twice only:
 * five minutes and one minute before the end. What ran out can be asked for again, as often as the shopper likes.
 */
export function HoldNotice({ heldUntil, now, onHoldAgain }: Props) {
  const t = useText();
  const atFirst = secondsHeld(heldUntil, now);
  const elapsed = useElapsedSeconds(`${heldUntil} ${now}`);
  if (atFirst === null) return null;
  const hold = holdState(atFirst - elapsed);

  return (
    <>
      {hold.kind === "lapsed" ? (
        <Alert
          tone="warning"
          label={t("alert.warning")}
          action={
            <button
              type="button"
              className="min-h-11 flex-none font-semibold whitespace-nowrap underline"
              onClick={onHoldAgain}
            >
              {t("cart.hold-again")}
            </button>
          }
        >
          {t("cart.lapsed")}
        </Alert>
      ) : (
        <p
          className={classNames(
            "figures text-sm",
            hold.urgency === "calm" ? "text-ink-2" : "font-semibold text-warn",
          )}
        >
          {hold.urgency === "last-minute"
            ? t("cart.held-one")
            : t("cart.held-many", { minutes: hold.minutes })}
        </p>
      )}
      <StatusLine>{announcement(t, hold)}</StatusLine>
    </>
  );
}

function announcement(t: ReturnType<typeof useText>, hold: HoldState): string {
  if (hold.kind === "lapsed" || hold.urgency === "calm") return "";
  return t(hold.urgency === "last-minute" ? "cart.held-last" : "cart.held-five");
}

/** Whole seconds since the browser first saw `what`. Only a difference: a clock that is wrong does no harm. */
function useElapsedSeconds(what: string): number {
  const [counted, setCounted] = useState({ what, seconds: 0 });
  useEffect(() => {
    const begun = Date.now();
    const timer = setInterval(() => {
      setCounted({ what, seconds: Math.max(0, Math.floor((Date.now() - begun) / 1000)) });
    }, 1000);
    return () => clearInterval(timer);
  }, [what]);
  return counted.what === what ? counted.seconds : 0;
}
