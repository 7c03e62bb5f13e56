"use client";

import { useMemo } from "react";
import { isUnexpected } from "@/api/outcome";
import type { ReservationLimits } from "@/api/types";
import { asksForZip } from "@/lib/pass-code";
import { FormErrors } from "@/parts/form/form-errors";
import { emptyForm } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { passTexts } from "@/text/areas/pass";
import { reservationLinkTexts } from "@/text/areas/reservation-link";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { type AddValues, addBody, addSchema, type Kind } from "./add-fields";
import type { Add } from "./use-party";

type Props = {
  kind: Kind;
  limits: ReservationLimits;
  onAdd: Add;
  /** Called after a pass or a ticket was added, to move the focus out of the emptied form. */
  onAdded: () => void;
};

/** Adds a pass or a ticket by its number. The typed values stay until they are accepted. */
export function AddForm({ kind, limits: { passValidationMethodId: method }, onAdd, onAdded }: Props) {
  const t = useText(passTexts, reservationLinkTexts);
  const byZip = asksForZip(method);
  const labels: Record<keyof AddValues, string> = {
    barcode: t(`reservation-link.${kind}-label`),
    validationData1: t(byZip ? "reservation-link.zip-label" : "reservation-link.phone-label"),
  };
  const schema = useMemo(() => addSchema(kind, method, t), [kind, method, t]);
  const form = useShopForm({ ...emptyForm(schema), labelOf: (field) => labels[field] });

  const submit = () =>
    form.submit(async (typed) => {
      const refusal = await onAdd(addBody(kind, typed, method));
      if (refusal === null) {
        form.reset();
        onAdded();
        return null;
      }
      // A refusal is shown unchanged. The message of a failed call also says that nothing was added.
      return isUnexpected(refusal)
        ? { ...refusal, message: `${t(`reservation-link.${kind}-not-added`)}. ${refusal.message}` }
        : refusal;
    });

  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <FormErrors form={form} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...form.field("barcode")}
          optional={t("reservation-link.code-hint")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="figures"
        />
        {kind === "pass" ? (
          <TextField
            {...form.field("validationData1")}
            optional={t(byZip ? "reservation-link.zip-hint" : "reservation-link.phone-hint")}
            type={byZip ? "text" : "tel"}
            inputMode={byZip ? undefined : "tel"}
            autoCapitalize="characters"
            autoComplete="off"
          />
        ) : null}
      </div>
      <SubmitButton appearance="secondary" busy={form.isSubmitting} className="justify-self-start">
        {t(`reservation-link.add-${kind}`)}
      </SubmitButton>
    </Form>
  );
}
