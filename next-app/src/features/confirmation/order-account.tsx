"use client";

import Link from "next/link";
import { lazy, Suspense } from "react";
import type { Order } from "@/api/types";
import { routes } from "@/lib/routes";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";
import type { AccountState } from "./fetch-account-state";

// The form is loaded on demand, because only guests see it.
const AccountOffer = lazy(() => import("./account-offer"));

/** Whether the order is in the visitor's account, and for a guest the form that creates one. */
export function OrderAccount({ order, state }: { order: Order; state: AccountState }) {
  const t = useText(confirmationTexts);
  if (state === null) return null;
  if (state === "offer") {
    return (
      <Suspense>
        <AccountOffer order={order} />
      </Suspense>
    );
  }
  const isOwn = state === "own";
  return (
    <section className="card grid gap-2 p-4 sm:p-6">
      <h2 className="text-lg">{t("confirmation.account")}</h2>
      <p className="break-words">
        {isOwn
          ? t("confirmation.account-own")
          : t("confirmation.account-unproven", { email: order.emailAddress })}
      </p>
      <Link
        href={isOwn ? routes.myOrder(order.id) : routes.verifyEmail()}
        prefetch={false}
        className="inline-flex min-h-11 items-center justify-self-start underline"
      >
        {t(isOwn ? "confirmation.account-see" : "confirmation.account-send")}
      </Link>
    </section>
  );
}
