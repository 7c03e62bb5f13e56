"use client";

import type { Reservation } from "@/api/types";
import { holdState } from "@/parts/hold-notice/hold-state";
import { useSecondsHeld } from "@/parts/hold-notice/use-seconds-held";
import { alertTexts } from "@/text/areas/alert";
import { reservationReviewTexts } from "@/text/areas/reservation-review";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { classNames } from "@/ui/class-names";
import { StatusLine } from "@/ui/status-line";

/** The remaining hold time in whole minutes. It is announced five minutes and one minute before the end. */
export function HeldFor({ reservation }: { reservation: Reservation }) {
  const t = useText(alertTexts, reservationReviewTexts);
  const left = useSecondsHeld(reservation);
  if (left === null) return null;
  const hold = holdState(left);
  if (hold.kind === "lapsed")
    return (
      <Alert tone="warning" label={t("alert.warning")}>
        {t("reservation-review.lapsed")}
      </Alert>
    );
  const text = (minutes: number) =>
    minutes === 1 ? t("reservation-review.held-one") : t("reservation-review.held-many", { minutes });
  const calm = hold.urgency === "calm";
  return (
    <div>
      <p className={classNames("figures text-sm", calm ? "text-ink-2" : "font-semibold text-warn")}>
        {text(hold.minutes)}
      </p>
      <StatusLine>{calm ? "" : text(hold.urgency === "last-minute" ? 1 : 5)}</StatusLine>
    </div>
  );
}
