"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import type { PostedForm } from "@/api/posted";
import { saveTypedEmail } from "@/flow/tab-data";
import { routes } from "@/lib/routes";
import { accountTexts } from "@/text/areas/account";
import { useText } from "@/text/use-text";
import { Button, buttonClass } from "@/ui/button";
import { TextField } from "@/ui/field";
import { PostButton } from "@/ui/form";
import { emailSchema } from "./account-form";
import { AccountFrame } from "./account-frame";
import { useAccountForm, useTypedEmail } from "./use-account-form";

type Props = {
  /** Whether the form was posted and accepted before its script ran. The address is not known then. */
  isSent: boolean;
  posted: PostedForm | null;
};

/**
 * Requests an e-mail with a reset link. The message afterwards is the same whether or not the address has an account.
 */
export function ForgotPasswordScreen({ isSent, posted }: Props) {
  const t = useText(accountTexts);
  const form = useAccountForm(emailSchema, posted);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const shownMessage = useRef<HTMLHeadingElement>(null);

  useTypedEmail(form);
  useEffect(() => {
    if (sentTo !== null) shownMessage.current?.focus();
  }, [sentTo]);

  const submit = () =>
    form.submit(async (typed) => {
      const emailAddress = typed.emailAddress.trim();
      const outcome = await call((api) =>
        api.POST("/account/request-password-reset", { body: { emailAddress } }),
      );
      if (!outcome.ok) return outcome;
      saveTypedEmail(emailAddress);
      setSentTo(emailAddress);
      return null;
    });

  if (isSent || sentTo !== null)
    return (
      <div className="frame">
        <div className="mx-auto grid max-w-[30rem] gap-4">
          <h1 ref={shownMessage} tabIndex={-1} className="text-h1">
            {t("account.reset-sent-title")}
          </h1>
          <p className="break-words text-ink-2">
            {sentTo === null ? t("account.reset-sent-there") : t("account.reset-sent", { email: sentTo })}
          </p>
          {sentTo === null ? (
            <Link href={routes.forgotPassword()} className={`${buttonClass("secondary")} justify-self-start`}>
              {t("account.reset-again")}
            </Link>
          ) : (
            <Button appearance="secondary" className="justify-self-start" onClick={() => setSentTo(null)}>
              {t("account.reset-again")}
            </Button>
          )}
        </div>
      </div>
    );
  return (
    <AccountFrame
      title={t("account.forgot-title")}
      intro={t("account.forgot-intro")}
      form={form}
      onSubmit={submit}
      relatedLink={
        <Link href={routes.smartLogin("/")} className="underline">
          {t("account.back-to-sign-in")}
        </Link>
      }
    >
      <TextField {...form.field("emailAddress")} type="email" autoComplete="username" inputMode="email" />
      <PostButton wide busy={form.isSubmitting}>
        {t("account.send-reset")}
      </PostButton>
    </AccountFrame>
  );
}
