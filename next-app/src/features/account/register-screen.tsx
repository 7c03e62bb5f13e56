"use client";

import { useRouter } from "next/navigation";
import { call } from "@/api/call";
import { storeReason } from "@/flow/reason";
import { saveTypedEmail } from "@/flow/tab-data";
import { routes } from "@/lib/routes";
import { EmailField } from "@/parts/email-field/email-field";
import { PasswordRules } from "@/parts/password-rules/password-rules";
import { accountTexts } from "@/text/areas/account";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { SubmitButton } from "@/ui/form";
import { PasswordField } from "@/ui/password-field";
import { registerSchema } from "./account-form";
import { AccountFrame } from "./account-frame";
import { RelatedForm } from "./related-form";
import { signIn } from "./sign-in";
import { signInReason } from "./sign-in-reason";
import { useAccountForm, useTypedEmail } from "./use-account-form";

/**
 * Creates an account and signs in to it. The API's response to registering is the same for every e-mail. If the address
 * already has an account with a different password, the sign-in that follows fails, and the visitor is asked to sign
 * in.
 */
export function RegisterScreen({ returnTo }: { returnTo: string }) {
  const t = useText(accountTexts, formTexts);
  const router = useRouter();
  const reason = signInReason(returnTo);
  const form = useAccountForm(registerSchema);

  useTypedEmail(form);

  const submit = () =>
    form.submit(async ({ firstName, lastName, phoneNumber, password, ...typed }) => {
      const emailAddress = typed.emailAddress.trim();
      const body = {
        emailAddress,
        firstName,
        lastName,
        phoneNumber: phoneNumber.trim() || undefined,
        password,
      };
      const registered = await call((api) => api.POST("/account/register", { body }), {
        busy: t("account.registering"),
      });
      if (!registered.ok) return registered;
      const welcome = t("account.welcome", { name: firstName.trim(), email: emailAddress });
      const refusal = await signIn({ emailAddress, password }, returnTo, t("account.signing-in"), welcome);
      // Only a wrong password opens the sign-in page. A rate limit, or a cart that is being paid, is reported here.
      if (refusal?.status !== 200 || refusal.errors.length > 0) return refusal;
      saveTypedEmail(emailAddress);
      storeReason(t("account.sign-in-next"));
      router.push(routes.login(returnTo));
      return null;
    });

  return (
    <AccountFrame
      title={t("account.register-title")}
      intro={t("account.register-intro")}
      reason={reason && t(reason)}
      form={form}
      onSubmit={submit}
      relatedLink={
        <RelatedForm
          question={t("account.known-here")}
          href={routes.smartLogin(returnTo)}
          label={t("account.to-sign-in")}
          typedEmail={form.values.emailAddress}
        />
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field("firstName")} autoComplete="given-name" />
        <TextField {...form.field("lastName")} autoComplete="family-name" />
      </div>
      <EmailField {...form.field("emailAddress")} autoComplete="username" />
      <TextField
        {...form.field("phoneNumber")}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        optional={t("form.optional")}
      />
      <PasswordField
        {...form.field("password")}
        showLabel={t("account.show-password")}
        autoComplete="new-password"
        hint={<PasswordRules password={form.values.password} owner={form.values} />}
      />
      <SubmitButton wide busy={form.isSubmitting}>
        {t("account.register")}
      </SubmitButton>
    </AccountFrame>
  );
}
