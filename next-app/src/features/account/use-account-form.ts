"use client";

import { useForm } from "@/parts/form/use-form";
import { accountTexts } from "@/text/areas/account";
import { addressTexts } from "@/text/areas/address";
import type { TextIdOf } from "@/text/texts";
import { useText } from "@/text/use-text";
import { type AccountField, type Form, faultsOf, nothingTyped } from "./account-form";

const labels: Record<AccountField, TextIdOf<"account">> = {
  firstName: "account.first-name-label",
  lastName: "account.last-name-label",
  emailAddress: "account.email-label",
  phoneNumber: "account.phone-label",
  password: "account.password-label",
  currentPassword: "account.current-password-label",
  newPassword: "account.new-password-label",
};

/** The state of one of the forms for e-mail and passwords. */
export function useAccountForm(form: Form) {
  const t = useText(accountTexts, addressTexts);
  return useForm<AccountField>({
    defaultValues: nothingTyped,
    labelOf: (field) => t(labels[field]),
    validate: (typed) =>
      Object.fromEntries(Object.entries(faultsOf(form, typed)).map(([field, fault]) => [field, t(fault)])),
  });
}
