"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { call } from "@/api/call";
import { routes } from "@/lib/routes";
import { FormErrors } from "@/parts/form/form-errors";
import { emptyForm } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { reservationTexts } from "@/text/areas/reservation";
import { reservationMyTexts } from "@/text/areas/reservation-my";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { type LookUpValues, lookUpBody, lookUpSchema } from "./look-up";

/**
 * Finds a reservation by the code in its confirmation e-mail and the guest's phone number. `code` is filled in; then only the
 * number is missing.
 */
export function LookUpForm({ code }: { code?: string }) {
  const t = useText(reservationTexts, reservationMyTexts);
  const router = useRouter();
  const labels: Record<keyof LookUpValues, string> = {
    reservationCode: t("reservation-my.code-label"),
    phoneNumber: t("reservation-my.phone-label"),
  };
  const schema = useMemo(() => lookUpSchema(t), [t]);
  const { defaultValues, ...fields } = emptyForm(schema);
  const form = useShopForm({
    ...fields,
    defaultValues: { ...defaultValues, reservationCode: code ?? "" },
    labelOf: (field) => labels[field],
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
        <p className="text-ink-2">
          {t(code ? "reservation-my.find-intro-code" : "reservation-my.find-intro")}
        </p>
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
        <SubmitButton appearance="secondary" busy={form.isSubmitting} className="justify-self-start">
          {t("reservation-my.look-up")}
        </SubmitButton>
      </Form>
    </section>
  );
}
