"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { keys, useApi } from "@/api/swr";
import type { BillingPayment, BillingPlan } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { cardName } from "@/parts/card-name/card-name";
import { type Ask, useQuestion } from "@/parts/confirm-dialog/use-question";
import { alertTexts } from "@/text/areas/alert";
import { billingTexts } from "@/text/areas/billing";
import { cardTexts } from "@/text/areas/card";
import { planTexts } from "@/text/areas/plan";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { DataTable } from "@/ui/data-table";
import { Disclosure } from "@/ui/disclosure";
import { textButtonClass } from "@/ui/text-button";
import { places } from "./profile-sections";

/**
 * How often the plans are loaded while the outcome of a charge is unknown, in milliseconds. The shop asks the processor
 * about every minute.
 */
const unknownPollMs = 10_000;
const hasUnknownCharge = ({ payments }: BillingPlan) =>
  payments.some(({ standing }) => standing === "Checking");

/**
 * The account's in-house payment plans, each with buttons that pay the remaining payments and change the
 * card.
 */
export function PaymentPlans({ plans: first }: { plans: BillingPlan[] }) {
  const t = useText(billingTexts);
  const { data: plans = first, mutate } = useApi(
    keys.billingPlans,
    (api) => api.GET("/account/installment-billing"),
    { fallbackData: first, pollMs: (latest) => (latest?.some(hasUnknownCharge) ? unknownPollMs : 0) },
  );
  const changed = () => void mutate();
  return (
    <section aria-labelledby={places.plans} className="card grid gap-2 px-4 py-5 sm:p-6">
      <h2 id={places.plans} tabIndex={-1} className="scroll-mt-4 text-xl">
        {t("billing.title")}
      </h2>
      {plans.length === 0 ? (
        <p className="text-ink-2">{t("billing.none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {plans.map((plan) => (
            <li key={plan.id} className="py-4 first:pt-2 last:pb-0">
              <Plan plan={plan} onChanged={changed} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The message about a payment. `declined` says whether the shop refused the payment. */
type StatusMessage = { tone: "success" | "error"; text: string; declined?: boolean };

function Plan({ plan, onChanged }: { plan: BillingPlan; onChanged: () => void }) {
  const t = useText(billingTexts, alertTexts);
  const { ask, question } = useQuestion();
  const payment = usePayment(plan, ask, onChanged);
  const { status } = payment;
  const { invoiceNumber: number } = plan;
  const unpaid = plan.payments.filter(({ standing }) => standing !== "Paid");
  const [soonest] = unpaid;
  // If the status message reports that the next payment was declined, the payment is not shown again below it.
  const declinedNow = status?.declined && soonest?.standing === "Declined" ? soonest : null;

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-semibold">
          <Link
            href={routes.myOrder(plan.id)}
            prefetch={false}
            className="figures inline-flex min-h-11 items-center underline"
          >
            {t("billing.order", { number })}
          </Link>
          <span className="block text-sm font-normal text-ink-2">
            {plan.planName}
            {soonest ? (
              <span className="figures block">
                {t("billing.payments-left", { left: unpaid.length, count: plan.payments.length })}
              </span>
            ) : null}
          </span>
        </h3>
        {soonest ? (
          <p className="figures flex-none text-right">
            <span className="block text-sm text-ink-2">{t("billing.remaining")}</span>
            <span className="text-lg font-bold">{formatMoney(plan.remaining)}</span>
          </p>
        ) : (
          <p className="font-semibold text-ok">{t("billing.all-paid")}</p>
        )}
      </div>

      {status ? (
        <Alert
          ref={payment.alert}
          tone={status.tone}
          label={t(status.tone === "error" ? "alert.error" : "alert.success")}
        >
          <p>{status.text}</p>
          {declinedNow ? <RetryDate payment={declinedNow} /> : null}
        </Alert>
      ) : null}
      {soonest && !declinedNow ? <NextPayment payment={soonest} /> : null}

      {soonest ? <PayButtons plan={plan} unpaid={unpaid} soonest={soonest} {...payment} /> : null}

      <Disclosure title={t("billing.payments", { count: plan.payments.length })}>
        <Payments plan={plan} />
      </Disclosure>
      {question}
    </div>
  );
}

/** Pays the next payment or all remaining payments after a confirmation. The result message receives focus. */
function usePayment(plan: BillingPlan, ask: Ask, onChanged: () => void) {
  const t = useText(billingTexts, cardTexts);
  const [status, setStatus] = useState<StatusMessage | null>(null);
  const [busy, setBusy] = useState<"next" | "all" | null>(null);
  const alert = useRef<HTMLDivElement>(null);
  const card = cardName(t, plan);

  useEffect(() => {
    if (status) alert.current?.focus();
  }, [status]);

  async function pay(which: "next" | "all", through: BillingPayment, amount: string) {
    const sure = await ask({
      title: t(which === "all" ? "billing.pay-all" : "billing.pay-next", { amount }),
      message: [t(which === "all" ? "billing.pay-off-question" : "billing.pay-question", { amount, card })],
      proceedText: t("billing.pay-proceed", { amount }),
    });
    if (!sure) return;
    setBusy(which);
    setStatus(null);
    const outcome = await call(
      (api) =>
        api.POST("/account/installment-billing/{id}/pay", {
          params: { path: { id: plan.id } },
          body: { throughPaymentNumber: through.paymentNumber },
        }),
      { busy: t("billing.paying") },
    );
    setBusy(null);
    setStatus(
      outcome.ok
        ? { tone: "success", text: t("billing.paid-now", { amount }) }
        : // A refusal has the status 200. Any other status is a failed call and says nothing about the card.
          { tone: "error", text: outcome.message, declined: outcome.status === 200 },
    );
    onChanged();
  }

  return { status, busy, alert, pay };
}

type PayProps = Pick<ReturnType<typeof usePayment>, "busy" | "pay"> & {
  plan: BillingPlan;
  /** The payments that are still to be made, earliest first. */
  unpaid: BillingPayment[];
  soonest: BillingPayment;
};

/** The card of the plan, and the buttons that pay with it. */
function PayButtons({ plan, unpaid, soonest, busy, pay }: PayProps) {
  const t = useText(billingTexts, cardTexts);
  const { invoiceNumber: number } = plan;
  const card = cardName(t, plan);
  const last = unpaid.at(-1) ?? soonest;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="figures">{t("billing.card", { card })}</span>
        <a
          href={routes.changeCard(plan.id)}
          aria-label={t("billing.change-card-of", { number })}
          className={textButtonClass}
        >
          {t("billing.change-card")}
        </a>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          appearance={soonest.standing === "Declined" ? "primary" : "secondary"}
          busy={busy === "next"}
          blocked={soonest.standing === "Checking"}
          onClick={() => pay("next", soonest, formatMoney(soonest.paymentAmount))}
        >
          {t("billing.pay-next", { amount: formatMoney(soonest.paymentAmount) })}
        </Button>
        {unpaid.length > 1 ? (
          <Button
            appearance="secondary"
            busy={busy === "all"}
            blocked={unpaid.some(({ standing }) => standing === "Checking")}
            onClick={() => pay("all", last, formatMoney(plan.remaining))}
          >
            {t("billing.pay-all", { amount: formatMoney(plan.remaining) })}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** The next payment and, if its charge was declined or has an unknown outcome, its state. */
function NextPayment({ payment }: { payment: BillingPayment }) {
  const t = useText(billingTexts, alertTexts);
  const [amount, day] = [formatMoney(payment.paymentAmount), formatDate(payment.paymentDate)];
  if (payment.standing === "Checking")
    return (
      <Alert tone="info" label={t("alert.info")}>
        {t("billing.checking")}
      </Alert>
    );
  if (payment.standing !== "Declined") return <p className="figures">{t("billing.next", { amount, day })}</p>;
  return (
    <Alert tone="warning" label={t("alert.warning")}>
      <p>{t("billing.due-declined", { amount, day })}</p>
      <RetryDate payment={payment} />
    </Alert>
  );
}

/** The date on which a declined payment is tried again, or the message that it is not. */
function RetryDate({ payment: { triedAgainDate: again } }: { payment: BillingPayment }) {
  const t = useText(billingTexts);
  return <p>{again ? t("billing.tried-again", { day: formatDate(again) }) : t("billing.not-tried-again")}</p>;
}

function Payments({ plan }: { plan: BillingPlan }) {
  const t = useText(billingTexts, planTexts);
  const standing = (payment: BillingPayment) => {
    if (payment.standing === "Paid" && payment.paidDate)
      return t("billing.paid-on", { day: formatDate(payment.paidDate) });
    return t(`billing.standing-${payment.standing.toLowerCase() as Lowercase<BillingPayment["standing"]>}`);
  };
  return (
    <DataTable
      className="figures"
      caption={t("billing.table", { number: plan.invoiceNumber })}
      columns={[
        { heading: t("plan.column-payment") },
        { heading: t("plan.column-date") },
        { heading: t("plan.column-amount") },
        { heading: t("billing.column-standing") },
      ]}
    >
      {plan.payments.map((payment) => (
        <tr key={payment.paymentNumber} className="border-b border-line">
          <th scope="row" className="py-2 text-left font-normal">
            {payment.paymentNumber + 1}
          </th>
          <td className="py-2 pl-3">{formatDate(payment.paymentDate)}</td>
          <td className="py-2 pl-3">{formatMoney(payment.paymentAmount)}</td>
          <td className="py-2 pl-3">{standing(payment)}</td>
        </tr>
      ))}
    </DataTable>
  );
}
