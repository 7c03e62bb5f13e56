"use client";

import Link from "next/link";
import { useEffect, useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import { call } from "@/api/call";
import type { PostedForm } from "@/api/posted";
import { useAccount, useSession } from "@/api/swr";
import { isEmail } from "@/lib/email";
import { routes } from "@/lib/routes";
import { FormErrors } from "@/parts/form/form-errors";
import { emptyForm, textField } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { addressTexts } from "@/text/areas/address";
import { notifyMeTexts } from "@/text/areas/notify-me";
import { useText } from "@/text/use-text";
import { Button, buttonClass } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Form, PostButton } from "@/ui/form";

type Props = {
  product: { id: string; name: string; weekCalendar: boolean };
  /** Why the product cannot be bought; null if it can be. */
  reason: string | null;
  /** Whether the form was posted and accepted before its script ran. */
  isRequested: boolean;
  posted: PostedForm | null;
};

/** A request that was accepted, with the API's message. */
type Requested = { email: string; message: string };

/** Requests one e-mail when a product can be bought. */
export function NotifyScreen({ product, reason, isRequested, posted }: Props) {
  const t = useText(notifyMeTexts, addressTexts);
  const schema = useMemo(
    () => z.object({ email: textField((typed) => isEmail(typed.trim()), t("address.email")) }),
    [t],
  );
  const form = useShopForm({ ...emptyForm(schema), labelOf: () => t("notify-me.email"), posted });
  const { data: session } = useSession();
  const { data: account } = useAccount(session?.userAuthenticated === true);
  const own = account?.emailAddress;
  const { getValues, setValue } = form;
  // The page's HTML is the same for all visitors, so the address of the account is filled in by the browser.
  useEffect(() => {
    if (own && getValues("email") === "") setValue("email", own);
  }, [own, getValues, setValue]);
  const [requested, setRequested] = useState<Requested | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (requested) heading.current?.focus();
  }, [requested]);

  const submit = () =>
    form.submit(async ({ email }) => {
      const body = { productId: product.id, email: email.trim() };
      const outcome = await call((api) => api.POST("/product/notify-me", { body }));
      if (!outcome.ok) return outcome;
      setRequested({ email: body.email, message: outcome.answer.message ?? "" });
      return null;
    });

  const back = (
    <Link
      href={routes.product(product)}
      prefetch={false}
      className={`${buttonClass("secondary")} justify-self-start`}
    >
      {t("notify-me.back", { product: product.name })}
    </Link>
  );
  if (isRequested || requested) {
    return (
      <div className="frame">
        <div className="mx-auto grid max-w-[30rem] gap-4">
          <h1 ref={heading} tabIndex={-1} className="text-h1">
            {t("notify-me.requested-title")}
          </h1>
          <p className="text-ink-2">{requested?.message ?? t("notify-me.requested")}</p>
          {requested ? (
            <p className="break-words">{t("notify-me.requested-for", { email: requested.email })}</p>
          ) : null}
          <p className="text-ink-2">{t("notify-me.not-held")}</p>
          <div className="flex flex-wrap gap-3">
            {back}
            {requested ? (
              <Button appearance="secondary" onClick={() => setRequested(null)}>
                {t("notify-me.other-address")}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
    );
  }
  if (reason === null && posted === null) {
    return (
      <div className="frame">
        <div className="mx-auto grid max-w-[30rem] gap-4">
          <h1 className="text-h1">{product.name}</h1>
          <p>{t("notify-me.can-be-booked")}</p>
          <Link
            href={routes.product(product)}
            prefetch={false}
            className={`${buttonClass("primary")} justify-self-start`}
          >
            {t("notify-me.book")}
          </Link>
        </div>
      </div>
    );
  }
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[30rem] gap-4">
        <h1 className="text-h1">{t("notify-me.title", { product: product.name })}</h1>
        {reason ? <p className="text-ink-2">{reason}</p> : null}
        <Form className="card grid gap-4 px-4 py-5 sm:p-6" onSubmit={submit}>
          <FormErrors form={form} />
          <TextField
            {...form.field("email")}
            type="email"
            autoComplete="email"
            inputMode="email"
            hint={t("notify-me.once")}
          />
          <PostButton wide busy={form.isSubmitting}>
            {t("notify-me.submit")}
          </PostButton>
        </Form>
        <p className="text-ink-2">{t("notify-me.not-held")}</p>
        {back}
      </div>
    </div>
  );
}
