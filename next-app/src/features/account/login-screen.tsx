"use client";

import Link from "next/link";
import type { PostedForm } from "@/api/posted";
import { useMiniCart } from "@/api/swr";
import { saveTypedEmail } from "@/flow/tab-data";
import { routes } from "@/lib/routes";
import { accountTexts } from "@/text/areas/account";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { PostButton } from "@/ui/form";
import { PasswordField } from "@/ui/password-field";
import { loginSchema } from "./account-form";
import { AccountFrame } from "./account-frame";
import { RelatedForm } from "./related-form";
import { signIn } from "./sign-in";
import { signInReason } from "./sign-in-reason";
import { useAccountForm, useTypedEmail } from "./use-account-form";

type Props = {
  returnTo: string;
  posted: PostedForm | null;
  /** Whether the visitor has just set a new password. */
  hasNewPassword: boolean;
};

/**
 * Sign-in by e-mail and password. The message for a wrong e-mail and a wrong password is the same. After it, the password
 * has the focus, because the address is usually right.
 */
export function LoginScreen({ returnTo, posted, hasNewPassword }: Props) {
  const t = useText(accountTexts);
  const { data: cart } = useMiniCart();
  const reason = hasNewPassword ? "account.reset-done" : signInReason(returnTo);
  const form = useAccountForm(loginSchema, posted);

  useTypedEmail(form);

  const submit = () =>
    form.submit(async ({ emailAddress, password }) => {
      const typed = { emailAddress: emailAddress.trim(), password };
      const refusal = await signIn(typed, returnTo, t("account.signing-in"));
      // Other failures, such as too many attempts, are not about what was typed.
      return refusal && { ...refusal, retypes: refusal.status === 200 };
    });

  return (
    <AccountFrame
      title={t("account.sign-in-title")}
      intro={cart?.itemCount ? t("account.login-intro") : ""}
      reason={reason && t(reason)}
      form={form}
      onSubmit={submit}
      relatedLink={
        <RelatedForm
          question={t("account.new-here")}
          href={routes.register(returnTo)}
          label={t("account.to-register")}
          typedEmail={form.values.emailAddress}
        />
      }
    >
      <TextField {...form.field("emailAddress")} type="email" autoComplete="username" inputMode="email" />
      <PasswordField
        {...form.field("password")}
        ref={form.input}
        describedBy={form.problem === null ? undefined : form.problemId}
        showLabel={t("account.show-password")}
        autoComplete="current-password"
      />
      {/* After a failed sign-in the same link is among the other ways. */}
      {form.problem === null ? (
        <Link
          href={routes.forgotPassword()}
          className="inline-flex min-h-11 items-center justify-self-start underline"
          onClick={() => saveTypedEmail(form.values.emailAddress)}
        >
          {t("account.forgot")}
        </Link>
      ) : null}
      <PostButton wide busy={form.isSubmitting}>
        {t("account.sign-in")}
      </PostButton>
      {form.problem === null ? null : (
        <OtherWays returnTo={returnTo} onLeave={() => saveTypedEmail(form.values.emailAddress)} />
      )}
    </AccountFrame>
  );
}

/**
 * The ways on after a failed sign-in. Both are always offered, because only one of them would reveal whether the address
 * has an account.
 */
function OtherWays({ returnTo, onLeave }: { returnTo: string; onLeave: () => void }) {
  const t = useText(accountTexts);
  const link = (href: string, label: string) => (
    <li>
      <Link href={href} className="inline-flex min-h-11 items-center underline" onClick={onLeave}>
        {label}
      </Link>
    </li>
  );
  return (
    <div className="rounded-card bg-sunken px-4 py-3">
      <p>{t("account.other-ways")}</p>
      <ul>
        {link(routes.forgotPassword(), t("account.other-ways-reset"))}
        {link(routes.register(returnTo), t("account.other-ways-register"))}
      </ul>
    </div>
  );
}
