"use client";

import { useRouter } from "next/navigation";
import { call } from "@/api/call";
import { routes } from "@/lib/routes";
import { FormErrors } from "@/parts/form/form-errors";
import { useForm } from "@/parts/form/use-form";
import { reservationTexts } from "@/text/areas/reservation";
import { reservationMyTexts } from "@/text/areas/reservation-my";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { type LookUpField, lookUpBody, lookUpFaults, nothingTyped } from "./look-up";

/** Finds a reservation by the code in its e-mail and the guest's phone number. */
export function LookUpForm() {
  const t = useText(reservationTexts, reservationMyTexts);
  const router = useRouter();
  const labels: Record<LookUpField, string> = {
    reservationCode: t("reservation-my.code-label"),
    phoneNumber: t("reservation-my.phone-label"),
  };
  const form = useForm<LookUpField>({
    defaultValues: nothingTyped,
    labelOf: (field) => labels[field],
    validate: (typed) =>
      Object.fromEntries(Object.entries(lookUpFaults(typed)).map(([field, fault]) => [field, t(fault)])),
  });

  const submit = () =>
    form.submit(async (typed) => {
      const outcome = await call((api) => api.POST("/reservation/lookup", { body: lookUpBody(typed) }), {
        busy: t("reservation-my.looking"),
      });
      if (!outcome.ok) return outcome;
      router.push(routes.myReservation(outcome.answer.value ?? ""));
      return null;
    });

  return (
    <section className="card grid gap-4 px-4 py-5 sm:p-6">
      <div>
        <h2 className="text-2xl">{t("reservation-my.find")}</h2>
        <p className="text-ink-2">{t("reservation-my.find-intro")}</p>
      </div>
      <Form className="grid gap-4" onSubmit={submit}>
        <FormErrors form={form} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...form.field("reservationCode")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="figures"
          />
          <TextField {...form.field("phoneNumber")} type="tel" autoComplete="tel" inputMode="tel" />
        </div>
        <SubmitButton look="secondary" busy={form.submitting} className="justify-self-start">
          {t("reservation-my.look-up")}
        </SubmitButton>
      </Form>
    </section>
  );
}
