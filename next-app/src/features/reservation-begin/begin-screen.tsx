"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef } from "react";
import { useSWRConfig } from "swr";
import { call } from "@/api/call";
import { isUnexpected } from "@/api/outcome";
import { keys, useCartChange } from "@/api/swr";
import type { Reservation, ReservationSite } from "@/api/types";
import { formatPhone, hasNanpShape, normalisePhone } from "@/lib/address-rules";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { EmailField } from "@/parts/email-field/email-field";
import { FormErrors } from "@/parts/form/form-errors";
import { emptyForm } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { redirectAfterRefusal, stepAfter } from "@/parts/reservation-step/steps";
import { pageTexts } from "@/text/areas/page";
import { reservationTexts } from "@/text/areas/reservation";
import { reservationBeginTexts } from "@/text/areas/reservation-begin";
import type { TextIdOf } from "@/text/texts";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { guestBody, guestSchema, type TypedGuest } from "./guest-form";

const labels: Record<keyof TypedGuest, TextIdOf<"reservation-begin">> = {
  firstName: "reservation-begin.first-name-label",
  lastName: "reservation-begin.last-name-label",
  emailAddress: "reservation-begin.email-label",
  phoneNumber: "reservation-begin.phone-label",
  zip: "reservation-begin.zip-label",
};

type Props = {
  /** The session's reservation, which may not be in progress; null if it could not be read. */
  reservation: Reservation | null;
  /** The sites that take reservations. */
  sites: ReservationSite[];
  /** The site to visit, if there is nothing to choose or it is chosen; null for a reservation in progress without one. */
  site: ReservationSite | null;
  /** The details that are known. */
  guest: TypedGuest;
  /** Whether nothing needs to be asked, so that the reservation begins at once. */
  isKnown: boolean;
  code: string | null;
  /** Whether the visitor came from the review. */
  edits: boolean;
};

/**
 * The form for the details of the person who makes the reservation. If all of them are known, it is sent at once, and
 * the later steps lead back to it.
 */
export function BeginScreen({ reservation, sites, site, guest, isKnown, code, edits }: Props) {
  const t = useText(pageTexts, reservationTexts, reservationBeginTexts);
  const { form, submit } = useGuestForm({ reservation, site, guest, isKnown, edits });
  const venue = reservation?.siteName ?? site?.name;
  const begin = useRef(submit);

  useEffect(() => {
    if (isKnown) void begin.current();
  }, [isKnown]);

  return (
    <StepFrame
      step="begin"
      reservation={reservation?.reservationInProgress ? reservation : undefined}
      title={t("page.reservation-begin")}
      intro={t("reservation-begin.intro")}
      code={reservation === null ? (code ?? "3") : code}
    >
      {sites.length > 1 && venue ? (
        <p className="flex flex-wrap items-center gap-x-4">
          {t("reservation-begin.venue", { name: venue })}
          <Link
            href={routes.reservationSite()}
            prefetch={false}
            className="inline-flex min-h-11 items-center underline"
          >
            {t("reservation-begin.change-venue")}
          </Link>
        </p>
      ) : null}
      <Form className="grid gap-6" onSubmit={submit}>
        <div className="card grid gap-4 px-4 py-5 sm:p-6">
          <FormErrors form={form} />
          <GuestFields form={form} />
        </div>
        <BuyBar place="plain">
          <SubmitButton busy={form.isSubmitting} className="ml-auto max-sm:w-full">
            {t(edits ? "reservation.save" : "reservation.continue")}
          </SubmitButton>
        </BuyBar>
      </Form>
      <Link
        href={routes.myReservations()}
        prefetch={false}
        className="inline-flex min-h-11 items-center justify-self-start underline"
      >
        {t("reservation-begin.look-up")}
      </Link>
    </StepFrame>
  );
}

/** The form of the guest. It begins the reservation or changes the one in progress. */
function useGuestForm({
  reservation,
  site,
  guest: defaultValues,
  isKnown,
  edits,
}: Pick<Props, "reservation" | "site" | "guest" | "isKnown" | "edits">) {
  const t = useText(reservationTexts, reservationBeginTexts);
  const router = useRouter();
  const changeCart = useCartChange();
  const { mutate } = useSWRConfig();
  const schema = useMemo(() => guestSchema(t), [t]);
  const form = useShopForm({
    ...emptyForm(schema),
    defaultValues,
    labelOf: (field) => t(labels[field]),
  });
  const submit = () =>
    form.submit(async (typed) => {
      const body = guestBody(typed);
      const busy = t("reservation-begin.saving");
      if (site && !site.selected && !reservation?.reservationInProgress) {
        const path = { id: site.id };
        const chosen = await call((api) => api.POST("/config/web-site/{id}", { params: { path } }), { busy });
        if (!chosen.ok) return chosen;
        void mutate(keys.currentWebSite);
      }
      const outcome = await changeCart(
        (api) =>
          reservation?.reservationInProgress
            ? api.PUT("/reservation/personal-information", { body })
            : api.POST("/reservation/begin", { body }),
        { busy },
      );
      if (!outcome.ok) {
        const place = redirectAfterRefusal("begin", outcome);
        if (place === null)
          return isUnexpected(outcome) ? { ...outcome, message: t("reservation.error-9") } : outcome;
        router.replace(place);
        router.refresh();
        return null;
      }
      const next = reservation ? stepAfter("begin", reservation, edits) : routes.reservationLink();
      // A page that sent itself must not be in the history, because Back would send it again.
      if (isKnown) router.replace(next);
      else {
        // Back and a reload lead to the form with these details, and not on to the missing step.
        if (!edits) window.history.replaceState(null, "", routes.reservationGuest());
        router.push(next);
        router.refresh();
      }
      return null;
    });

  return { form, submit };
}

function GuestFields({ form }: Pick<ReturnType<typeof useGuestForm>, "form">) {
  const t = useText(reservationBeginTexts);
  const phone = form.field("phoneNumber");
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field("firstName")} autoComplete="given-name" />
        <TextField {...form.field("lastName")} autoComplete="family-name" />
      </div>
      <EmailField
        {...form.field("emailAddress")}
        optional={t("reservation-begin.email-hint")}
        autoComplete="email"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...phone}
          optional={t("reservation-begin.phone-hint")}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          onBlur={() => {
            const typed = form.values.phoneNumber;
            const shown = formatPhone(typed, hasNanpShape(normalisePhone(typed, true)));
            if (shown !== typed) form.setValue("phoneNumber", shown);
            phone.onBlur();
          }}
        />
        <TextField {...form.field("zip")} autoComplete="postal-code" autoCapitalize="characters" />
      </div>
    </>
  );
}
