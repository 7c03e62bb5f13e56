"use client";

import { useEffect, useMemo, useRef } from "react";
import type { FieldPath } from "react-hook-form";
import type { PostedForm } from "@/api/posted";
import { loadTypedEmail } from "@/flow/tab-data";
import { emptyForm, type TextSchema } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { accountTexts } from "@/text/areas/account";
import { addressTexts } from "@/text/areas/address";
import type { TextIdOf, Translate } from "@/text/texts";
import { useText } from "@/text/use-text";

const labels = {
  firstName: "account.first-name-label",
  lastName: "account.last-name-label",
  emailAddress: "account.email-label",
  phoneNumber: "account.phone-label",
  password: "account.password-label",
  currentPassword: "account.current-password-label",
  newPassword: "account.new-password-label",
} satisfies Record<string, TextIdOf<"account">>;

/** The state of an account form. Its fields are some of the fields in `labels`. `posted` is the form as it was posted. */
export function useAccountForm<Field extends keyof typeof labels>(
  schemaOf: (say: Translate<"account" | "address">) => TextSchema<Field>,
  posted: PostedForm | null = null,
) {
  type Values = Record<Field, string>;
  const t = useText(accountTexts, addressTexts);
  const schema = useMemo(() => schemaOf(t), [schemaOf, t]);
  const { fields, defaultValues } = emptyForm(schema);
  return useShopForm<Values, FieldPath<Values> & Field>({
    schema,
    defaultValues,
    fields: fields as (FieldPath<Values> & Field)[],
    labelOf: (field) => t(labels[field]),
    posted,
  });
}

/**
 * Fills in the address that was typed on the page before. It is stored only in the browser, so it comes after hydration,
 * and only if nothing was typed before.
 */
export function useTypedEmail(form: {
  getValues: (field: "emailAddress") => string;
  setValue: (field: "emailAddress", value: string) => void;
}): void {
  const start = useRef(() => {
    const stored = loadTypedEmail();
    if (stored && form.getValues("emailAddress") === "") form.setValue("emailAddress", stored);
  });
  useEffect(() => start.current(), []);
}
