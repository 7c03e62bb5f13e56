"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import * as z from "zod/mini";
import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import type { Order } from "@/api/types";
import { storeReason } from "@/flow/reason";
import { saveTypedEmail } from "@/flow/tab-data";
import { isPassword } from "@/lib/password";
import { routes } from "@/lib/routes";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { emptyForm, textField } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { PasswordRules } from "@/parts/password-rules/password-rules";
import { accountTexts } from "@/text/areas/account";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import { Form, SubmitButton } from "@/ui/form";
import { PasswordField } from "@/ui/password-field";

/**
 * Creates an account from the details of the order and a password. As on the registration page, the API's response is
 * the same whether or not the e-mail address has an account; if it has one with a different password, the visitor is
 * asked to sign in.
 */
export default function AccountOffer({ order }: { order: Order }) {
  const t = useText(accountTexts, confirmationTexts);
  const router = useRouter();
  const schema = useMemo(
    () => z.object({ password: textField(isPassword, t("account.password-rule")) }),
    [t],
  );
  const form = useShopForm({ ...emptyForm(schema), labelOf: () => t("account.password-label") });
  const { emailAddress, firstName, lastName, phoneNumber } = order;

  const submit = () =>
    form.submit(async ({ password }): Promise<Refusal | null> => {
      const body = { emailAddress, firstName, lastName, phoneNumber: phoneNumber || undefined, password };
      const registered = await call((api) => api.POST("/account/register", { body }), {
        busy: t("account.registering"),
      });
      if (!registered.ok) return registered;
      const signedIn = await call(
        (api) => api.POST("/account/sign-in", { body: { emailAddress, password } }),
        {
          busy: t("account.signing-in"),
        },
      );
      if (signedIn.ok) return welcome();
      // Only a wrong password opens the sign-in page. A rate limit is reported here.
      if (signedIn.status !== 200 || signedIn.errors.length > 0) return signedIn;
      saveTypedEmail(emailAddress);
      storeReason(t("account.sign-in-next"));
      router.push(routes.login(routes.confirmation()));
      return null;
    });

  /** Says that the link in the e-mail proves the address, because only then the account gets the order. */
  function welcome(): Promise<null> {
    storeReason(t("confirmation.account-ready", { email: emailAddress }));
    // Everything that the page knew about the guest is out of date. A reload would keep the scroll position, and the
    // message is at the top.
    location.assign(routes.confirmation());
    return new Promise(() => undefined);
  }

  return (
    <section className="card grid gap-4 p-4 sm:p-6">
      <div className="grid gap-2">
        <h2 className="text-lg">{t("confirmation.account-offer")}</h2>
        <p className="break-words text-ink-2">{t("confirmation.account-intro", { email: emailAddress })}</p>
      </div>
      <ProblemAlert problem={form.problem} alert={form.alert} />
      <Form className="grid gap-4" onSubmit={submit}>
        {/* Password managers store the password with this address. */}
        <input
          type="email"
          name="emailAddress"
          autoComplete="username"
          value={emailAddress}
          readOnly
          hidden
        />
        <PasswordField
          {...form.field("password")}
          ref={form.input}
          showLabel={t("account.show-password")}
          autoComplete="new-password"
          hint={<PasswordRules password={form.values.password} owner={order} />}
        />
        <SubmitButton busy={form.isSubmitting}>{t("confirmation.account-create")}</SubmitButton>
      </Form>
    </section>
  );
}
