"use client";

import { useRouter } from "next/navigation";
import { call } from "@/api/call";
import type { PostedForm } from "@/api/posted";
import { saveTypedEmail } from "@/flow/tab-data";
import { routes } from "@/lib/routes";
import { accountTexts } from "@/text/areas/account";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { PostButton } from "@/ui/form";
import { emailSchema } from "./account-form";
import { AccountFrame } from "./account-frame";
import { RelatedForm } from "./related-form";
import { signInReason } from "./sign-in-reason";
import { useAccountForm } from "./use-account-form";

/** Asks for the e-mail first. The next page is the same for every address, so it does not reveal who has an account. */
export function SmartLoginScreen({ returnTo, posted }: { returnTo: string; posted: PostedForm | null }) {
  const t = useText(accountTexts);
  const router = useRouter();
  const reason = signInReason(returnTo);
  const form = useAccountForm(emailSchema, posted);

  const submit = () =>
    form.submit(async (typed) => {
      const emailAddress = typed.emailAddress.trim();
      const outcome = await call((api) => api.POST("/account/smart-login", { body: { emailAddress } }));
      if (!outcome.ok) return outcome;
      saveTypedEmail(emailAddress);
      router.push(routes.login(returnTo));
      return null;
    });

  return (
    <AccountFrame
      title={t("account.sign-in-title")}
      intro={t("account.smart-login-intro")}
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
      <PostButton wide busy={form.isSubmitting}>
        {t("account.continue")}
      </PostButton>
    </AccountFrame>
  );
}
