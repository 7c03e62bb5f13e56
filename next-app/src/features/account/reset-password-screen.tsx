"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { call } from "@/api/call";
import type { PostedForm } from "@/api/posted";
import { storeReason } from "@/flow/reason";
import { routes } from "@/lib/routes";
import { PasswordRules } from "@/parts/password-rules/password-rules";
import { accountTexts } from "@/text/areas/account";
import { useText } from "@/text/use-text";
import { PostButton } from "@/ui/form";
import { PasswordField } from "@/ui/password-field";
import { resetPasswordSchema } from "./account-form";
import { AccountFrame } from "./account-frame";
import { useAccountForm } from "./use-account-form";

/** The target of the reset link in an e-mail: sets a new password and opens the sign-in page. */
export function ResetPasswordScreen({ token, posted }: { token: string; posted: PostedForm | null }) {
  const t = useText(accountTexts);
  const router = useRouter();
  const form = useAccountForm(resetPasswordSchema, posted);

  const submit = () =>
    form.submit(async ({ newPassword }) => {
      const outcome = await call((api) =>
        api.POST("/account/reset-password", { body: { token, newPassword } }),
      );
      if (!outcome.ok) return outcome;
      storeReason(t("account.reset-done"));
      router.replace(routes.login("/"));
      return null;
    });

  return (
    <AccountFrame
      title={t("account.reset-title")}
      intro={t("account.reset-intro")}
      form={form}
      onSubmit={submit}
      relatedLink={
        <Link href={routes.forgotPassword()} className="underline">
          {t("account.reset-ask-again")}
        </Link>
      }
    >
      <PasswordField
        {...form.field("newPassword")}
        showLabel={t("account.show-password")}
        autoComplete="new-password"
        hint={<PasswordRules password={form.values.newPassword} owner={null} />}
      />
      <PostButton wide busy={form.isSubmitting}>
        {t("account.reset")}
      </PostButton>
    </AccountFrame>
  );
}
