"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { call } from "@/api/call";
import type { PostedForm } from "@/api/posted";
import { useAccount, useSession } from "@/api/swr";
import type { AccountOrder } from "@/api/types";
import { storeReason } from "@/flow/reason";
import { routes } from "@/lib/routes";
import { FormErrors } from "@/parts/form/form-errors";
import { emptyForm } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { addressTexts } from "@/text/areas/address";
import { orderLookupTexts } from "@/text/areas/order-lookup";
import { useText } from "@/text/use-text";
import { Button, buttonClass } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Form, PostButton } from "@/ui/form";
import { findOrderSchema, written } from "./find-order-form";

const labels = { orderNumber: "order-lookup.number", email: "order-lookup.email" } as const;

type Props = {
  /** Whether the form was posted and accepted before its script ran. */
  isSent: boolean;
  posted: PostedForm | null;
};

type OrderFields = { orderNumber: string; email: string };
type OrderForm = ReturnType<typeof useShopForm<OrderFields, keyof OrderFields>>;

/** A request that was accepted, with the API's message. */
type Sent = OrderFields & { message: string };

/**
 * Opens an order of the signed-in account by its number, and requests the e-mail of any other order by its number and
 * e-mail address. The message after such a request is the same whether or not there is an order.
 */
export function FindOrderScreen({ isSent, posted }: Props) {
  const t = useText(orderLookupTexts, addressTexts);
  const router = useRouter();
  const { data: session } = useSession();
  const isSignedIn = session?.userAuthenticated === true;
  const schema = useMemo(() => findOrderSchema(t), [t]);
  const { defaultValues } = emptyForm(schema);
  const form = useShopForm<OrderFields, keyof OrderFields>({
    schema,
    defaultValues,
    fields: ["orderNumber", "email"],
    labelOf: (field) => t(labels[field]),
    posted,
  });
  useOwnEmail(form, isSignedIn);
  const [sent, setSent] = useState<Sent | null>(null);
  const shownMessage = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (sent !== null) shownMessage.current?.focus();
  }, [sent]);

  const submit = () =>
    form.submit(async ({ orderNumber, email }) => {
      const own = isSignedIn ? await fetchOwnOrder(orderNumber) : undefined;
      if (own) {
        storeReason(t("order-lookup.opened", { number: own.invoiceNumber }));
        router.push(routes.myOrder(own.id));
        return null;
      }
      const body = { orderNumber: orderNumber.trim(), email: email.trim() };
      const outcome = await call((api) => api.POST("/order/send-link", { body }));
      if (!outcome.ok) return outcome;
      setSent({ ...body, message: outcome.answer.message ?? "" });
      return null;
    });

  if (isSent || sent !== null)
    return (
      <div className="frame">
        <div className="mx-auto grid max-w-[30rem] gap-4">
          <h1 ref={shownMessage} tabIndex={-1} className="text-h1">
            {t("order-lookup.sent-title")}
          </h1>
          <p className="text-ink-2">{sent?.message ?? t("order-lookup.link-sent")}</p>
          {sent === null ? null : (
            <p className="break-words">
              {t("order-lookup.sent-for", { number: sent.orderNumber, email: sent.email })}
            </p>
          )}
          <p className="text-ink-2">{t("order-lookup.sent-hint")}</p>
          {sent === null ? (
            <Link href={routes.findOrder()} className={`${buttonClass("secondary")} justify-self-start`}>
              {t("order-lookup.try-again")}
            </Link>
          ) : (
            <Button appearance="secondary" className="justify-self-start" onClick={() => setSent(null)}>
              {t("order-lookup.try-again")}
            </Button>
          )}
        </div>
      </div>
    );
  return (
    <div className="frame">
      <div className="mx-auto max-w-[30rem]">
        <h1 className="text-h1">{t("order-lookup.find-title")}</h1>
        {/* The page's HTML is the same for all visitors, so it has the link for guests. */}
        <p className="pt-2">
          <Link
            href={isSignedIn ? routes.ownOrders() : routes.smartLogin(routes.profile())}
            prefetch={false}
            className="inline-flex min-h-11 items-center underline"
          >
            {t(isSignedIn ? "order-lookup.in-account" : "order-lookup.sign-in")}
          </Link>
        </p>
        <p className="text-ink-2">{t("order-lookup.find-intro")}</p>
        <Form className="card mt-6 grid gap-4 px-4 py-5 sm:p-6" onSubmit={submit}>
          <FormErrors form={form} />
          <TextField
            {...form.field("orderNumber")}
            hint={t("order-lookup.number-hint")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <TextField {...form.field("email")} type="email" autoComplete="email" inputMode="email" />
          <PostButton wide busy={form.isSubmitting}>
            {t("order-lookup.send-link")}
          </PostButton>
        </Form>
      </div>
    </div>
  );
}

/** Fills in the address of the signed-in account. The page's HTML is the same for all visitors, so this happens in the browser. */
function useOwnEmail(
  { getValues, setValue }: Pick<OrderForm, "getValues" | "setValue">,
  isSignedIn: boolean,
) {
  const { data: account } = useAccount(isSignedIn);
  const own = account?.emailAddress;
  useEffect(() => {
    if (own && getValues("email") === "") setValue("email", own);
  }, [own, getValues, setValue]);
}

/** The order of the signed-in account with this number. If the orders cannot be read, none is found. */
async function fetchOwnOrder(typed: string): Promise<AccountOrder | undefined> {
  const orders = await call<AccountOrder[]>((api) => api.GET("/account/order"));
  return orders.ok ? orders.answer.find(({ invoiceNumber }) => invoiceNumber === written(typed)) : undefined;
}
