"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { loadTypedEmail, saveTypedEmail } from "@/flow/tab-data";
import { routes } from "@/lib/routes";
import { accountTexts } from "@/text/areas/account";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { SubmitButton } from "@/ui/form";
import { emailSchema } from "./account-form";
import { AccountFrame } from "./account-frame";
import { useAccountForm } from "./use-account-form";

/**
 * Requests an e-mail with a reset link. The message afterwards is the same whether or not the address has an account.
 */
export function ForgotPasswordScreen() {
  const t = useText(accountTexts);
  const form = useAccountForm(emailSchema);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const shownMessage = useRef<HTMLHeadingElement>(null);

  const start = useRef(() => form.setValue("emailAddress", loadTypedEmail()));
  useEffect(() => start.current(), []);
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

  if (sentTo !== null)
    return (
      <div className="frame">
        <div className="mx-auto grid max-w-[30rem] gap-4">
          <h1 ref={shownMessage} tabIndex={-1} className="text-h1">
            {t("account.reset-sent-title")}
          </h1>
          <p className="break-words text-ink-2">{t("account.reset-sent", { email: sentTo })}</p>
          <Button appearance="secondary" className="justify-self-start" onClick={() => setSentTo(null)}>
            {t("account.reset-again")}
          </Button>
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
      <SubmitButton wide busy={form.isSubmitting}>
        {t("account.send-reset")}
      </SubmitButton>
    </AccountFrame>
  );
}
