"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { isUnexpected } from "@/api/outcome";
import type { Reservation, ReservationItem } from "@/api/types";
import { formatPhone, hasNanpShape } from "@/lib/address-rules";
import { routes } from "@/lib/routes";
import { styleKeys } from "@/lib/style-key";
import { deadlineOf, visitWhen } from "@/lib/visit-when";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { ItemRows } from "@/parts/reservation-rows/item-rows";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { pathOf } from "@/parts/reservation-step/steps";
import { useStep } from "@/parts/reservation-step/use-step";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { reservationTexts } from "@/text/areas/reservation";
import { reservationReviewTexts } from "@/text/areas/reservation-review";
import { visitTexts } from "@/text/areas/visit";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { classNames } from "@/ui/class-names";
import { textButtonClass } from "@/ui/text-button";
import { HeldFor } from "./held-for";

type Props = { initial: Reservation; items: ReservationItem[]; code: string | null };

/** Why the reservation was not confirmed, and whether a different date may help. */
type Problem = { message: string; isRefused: boolean };

/** The complete reservation. Each part has a link to change it. */
export function ReviewScreen({ initial, items, code }: Props) {
  const t = useText(pageTexts, reservationTexts, reservationReviewTexts);
  const router = useRouter();
  const { reservation, change } = useStep("review", initial);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const { visit } = reservation;
  const addOns = items.filter(({ kind }) => kind === "addOn");
  const isFree = addOns.every(({ amount }) => !amount);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  async function submit() {
    setProblem(null);
    setBusy(true);
    const outcome = await change((api) => api.POST("/reservation/submit"), {
      busy: t("reservation-review.submitting"),
    });
    if (outcome?.ok) {
      const { reservationId } = outcome.answer;
      // The history entry is replaced, so that Back does not open the review of a confirmed reservation.
      if (reservationId) router.replace(routes.myReservation(reservationId));
      else router.push(routes.cart());
      return;
    }
    setBusy(false);
    if (!outcome) return;
    setProblem(
      isUnexpected(outcome)
        ? { message: t("reservation.error-10"), isRefused: false }
        : { message: outcome.message, isRefused: outcome.status === 200 },
    );
  }

  return (
    <StepFrame
      step="review"
      reservation={reservation}
      title={t("page.reservation-review")}
      intro={t("reservation-review.intro")}
      code={code}
    >
      <HeldFor reservation={reservation} />
      {problem ? <Failure problem={problem} ref={alert} /> : null}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Guest reservation={reservation} />
        {visit ? <Visit reservation={reservation} visit={visit} /> : null}
        <Part
          title={t("reservation-review.party")}
          edit={t("reservation-review.edit-party")}
          path={routes.edited(pathOf.link)}
        >
          <ItemRows items={items.filter(({ kind }) => kind !== "addOn" && kind !== "otherDay")} />
        </Part>
        <AddOns reservation={reservation} items={items} isFree={isFree} />
      </div>
      <BuyBar place="plain">
        <Button busy={busy} onClick={submit} className="ml-auto max-sm:w-full">
          {t(
            addOns.length === 0
              ? "reservation-review.submit"
              : isFree
                ? "reservation-review.to-checkout"
                : "reservation-review.to-payment",
          )}
        </Button>
      </BuyBar>
    </StepFrame>
  );
}

/** Why the reservation was not confirmed. */
function Failure({ problem, ref }: { problem: Problem; ref: Ref<HTMLDivElement> }) {
  const t = useText(alertTexts, reservationReviewTexts);
  return (
    <Alert
      ref={ref}
      tone="error"
      label={t("alert.error")}
      action={
        problem.isRefused ? (
          <Link
            href={routes.edited(pathOf.date)}
            className="inline-flex min-h-11 flex-none items-center font-semibold underline"
          >
            {t("reservation-review.other-date")}
          </Link>
        ) : undefined
      }
    >
      {problem.message}
    </Alert>
  );
}

type ReservationProps = { reservation: Reservation };

/** Until when the visit can be moved or cancelled after it was confirmed, or that it cannot. */
function Deadline({ reservation: { changeUntil, changeable } }: ReservationProps) {
  const t = useText(alertTexts, reservationReviewTexts);
  if (!changeUntil) return null;
  if (changeable)
    return (
      <p className="figures text-sm text-ink-2">
        {t("reservation-review.change-until", deadlineOf(changeUntil))}
      </p>
    );
  return (
    <Alert tone="warning" label={t("alert.warning")} live={false}>
      {t("reservation-review.no-change")}
    </Alert>
  );
}

function Guest({ reservation }: ReservationProps) {
  const t = useText(reservationReviewTexts);
  const { phoneNumber } = reservation;
  return (
    <Part
      title={t("reservation-review.guest")}
      edit={t("reservation-review.edit-guest")}
      path={routes.edited(routes.reservationBegin())}
    >
      <p className="font-semibold">
        {reservation.firstName} {reservation.lastName}
      </p>
      <p className="break-words">{reservation.emailAddress}</p>
      <p className="figures">{formatPhone(phoneNumber, hasNanpShape(phoneNumber))}</p>
      <p className="figures">{reservation.zip}</p>
    </Part>
  );
}

function Visit({ reservation, visit }: ReservationProps & { visit: NonNullable<Reservation["visit"]> }) {
  const t = useText(reservationReviewTexts, visitTexts);
  return (
    <Part
      title={t("reservation-review.visit")}
      className={styleKeys(reservation.messageCssKeys)}
      edit={t("reservation-review.edit-visit")}
      path={routes.edited(pathOf.date)}
    >
      <p className="figures font-semibold">{visitWhen(visit)}</p>
      <p>{visit.propertyName}</p>
      <p className="text-ink-2">{visit.name}</p>
      {visit.propertyHours ? (
        <p className="figures text-ink-2">{t("visit.hours", { hours: visit.propertyHours })}</p>
      ) : null}
      <Deadline reservation={reservation} />
    </Part>
  );
}

/**
 * The add-ons in the cart. Add-ons for a different day are listed separately, because they are not part of this visit.
 */
function AddOns({
  reservation,
  items,
  isFree,
}: ReservationProps & { items: ReservationItem[]; isFree: boolean }) {
  const t = useText(alertTexts, reservationReviewTexts);
  const addOns = items.filter(({ kind }) => kind === "addOn");
  const otherDay = items.filter(({ kind }) => kind === "otherDay");
  if (!reservation.hasAddOns && addOns.length === 0 && otherDay.length === 0) return null;
  return (
    <Part
      title={t("reservation-review.add-ons")}
      edit={t("reservation-review.edit-add-ons")}
      path={routes.edited(pathOf["add-ons"])}
    >
      {addOns.length > 0 ? (
        <>
          <ItemRows items={addOns} />
          <p className="text-sm text-ink-2">
            {t(isFree ? "reservation-review.checkout-hint" : "reservation-review.payment-hint")}
          </p>
        </>
      ) : (
        <p className="text-ink-2">{t("reservation-review.add-ons-none")}</p>
      )}
      {otherDay.length > 0 ? (
        <Alert tone="warning" label={t("alert.warning")} live={false}>
          {t("reservation-review.other-day")}
          <ItemRows items={otherDay} />
          <Link
            href={routes.cart()}
            prefetch={false}
            className="inline-flex min-h-11 items-center font-semibold underline"
          >
            {t("reservation-review.to-cart")}
          </Link>
        </Alert>
      ) : null}
    </Part>
  );
}

type PartProps = { title: string; className?: string; edit: string; path: string; children: ReactNode };

function Part({ title, className, edit, path, children }: PartProps) {
  const t = useText(reservationReviewTexts);
  return (
    <section className={classNames("card grid gap-1 px-4 py-4 sm:p-6", className)}>
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-lg">{title}</h2>
        <Link
          href={path}
          prefetch={false}
          aria-label={edit}
          className={`${textButtonClass} -mr-2 justify-end`}
        >
          {t("reservation-review.edit")}
        </Link>
      </div>
      {children}
    </section>
  );
}
