"use client";

import { type ReactNode, useId, useState } from "react";
import type { Cart } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { dueToday, paysPartToday } from "@/parts/payment-plan/plan";
import { PlanBlock } from "@/parts/payment-plan/plan-block";
import { alertTexts } from "@/text/areas/alert";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { classNames } from "@/ui/class-names";
import { Icon } from "@/ui/icon";
import { ScriptButton } from "@/ui/script-button";

type Props = {
  cart: Cart;
  /** Messages that stay visible while the summary is collapsed. */
  alerts?: ReactNode;
  /** The lines above the totals, for pages that do not list them themselves. */
  lines?: ReactNode;
  /** On phones and tablets the details are hidden until they are opened. */
  collapsible?: boolean;
  /** Leaves out the plan, for the page of payment options, which describes it. */
  withoutPlan?: boolean;
};

/** The totals of the cart, all taken from the server's quote. */
export function CartSummary({ cart, alerts, lines, collapsible, withoutPlan }: Props) {
  const t = useText(summaryTexts);
  // A plan that was not chosen is shown below the total, which does not include it.
  const chosen = cart.installmentBilling?.selected === true;
  const id = useId();
  const [open, setOpen] = useState(false);
  const details = classNames("grid gap-4 pt-4", collapsible && !open && "max-lg:hidden");

  return (
    <section aria-labelledby={`${id}-title`} className="card px-4 py-4 lg:p-6">
      <div className="flex min-h-11 items-center justify-between gap-4 lg:min-h-0">
        <h2 id={`${id}-title`} tabIndex={-1} data-summary-title className="text-lg">
          {t("summary.title")}
        </h2>
        {collapsible ? (
          <ScriptButton
            aria-expanded={open}
            aria-controls={`${id}-details`}
            onClick={() => setOpen(!open)}
            className="-mr-2 inline-flex min-h-11 items-center gap-2 rounded-button px-2 text-link lg:hidden"
          >
            {t("summary.details")}
            <span
              className={classNames("transition-transform duration-(--speed-open)", open && "rotate-180")}
            >
              <Icon name="down" size={20} />
            </span>
          </ScriptButton>
        ) : null}
      </div>

      {alerts ? <div className="grid gap-3 pt-3 empty:hidden">{alerts}</div> : null}
      <div id={`${id}-details`} className={details}>
        {cart.cartEmpty ? <p className="text-ink-2">{t("summary.empty")}</p> : null}
        {lines && !cart.cartEmpty ? (
          <>
            {lines}
            <hr className="perforation" />
          </>
        ) : null}
        <Amounts cart={cart} />
        {chosen && !withoutPlan ? <Plan cart={cart} /> : null}
      </div>

      <Total cart={cart} />
      {chosen || withoutPlan ? null : (
        <div className={classNames("pt-4 empty:hidden", collapsible && !open && "max-lg:hidden")}>
          <Plan cart={cart} />
        </div>
      )}
    </section>
  );
}

/** The plan with what the shop says about it: which items it leaves out, or why there is none. */
function Plan({ cart }: { cart: Cart }) {
  const t = useText(alertTexts);
  const { selected, selectionWarning } = cart.installmentBilling ?? {};
  return (
    <div className="grid gap-3 empty:hidden">
      <PlanBlock cart={cart} />
      {selectionWarning && selected !== false ? (
        <Alert tone="info" label={t("alert.info")} live={false}>
          {selectionWarning}
        </Alert>
      ) : null}
    </div>
  );
}

/** The amounts that make up the total. The subtotal is the sum of the prices that pages show, with the ticket fees. */
function Amounts({ cart }: { cart: Cart }) {
  const t = useText(summaryTexts);
  const added = cart.fees.filter(({ included }) => !included);
  const [onlyFee] = added.length === 1 ? added : [];
  return (
    <dl className="grid gap-2">
      <Row label={t("summary.subtotal")} amount={cart.displaySubtotal} />
      {cart.codeSavings.map(({ code, amount }) => (
        <Row key={code} label={t("summary.code-saving", { code })} amount={-amount} part />
      ))}
      {cart.fees
        .filter(({ included }) => included)
        .map(({ name, amount }) => (
          <Row key={name} label={t("summary.included", { fee: name })} amount={amount} part />
        ))}
      {cart.defaultDeliveryMethod ? (
        <Row
          label={t("summary.delivery-by", { method: cart.defaultDeliveryMethod })}
          amount={cart.deliveryTotal}
        />
      ) : null}
      <Row label={t("summary.tax")} amount={cart.taxTotal} />
      {/* A single fee needs no heading. */}
      <Row label={onlyFee?.name ?? t("summary.fees")} amount={cart.addedFeeTotal} />
      {onlyFee ? null : added.map(({ name, amount }) => <Row key={name} label={name} amount={amount} part />)}
      {cart.exchange ? <Row label={t("summary.exchange")} amount={-cart.exchange.credit} /> : null}
    </dl>
  );
}

/** The total, and the amount due today if the rest is paid later. */
function Total({ cart }: { cart: Cart }) {
  const t = useText(summaryTexts);
  return (
    <dl className="mt-2 border-line lg:mt-4 lg:border-t lg:pt-4">
      <div className="flex items-baseline justify-between gap-4">
        <dt className="font-semibold">{t("summary.total")}</dt>
        <dd data-order-total className="figures text-2xl font-bold">
          {formatMoney(cart.cartTotal)}
        </dd>
      </div>
      {cart.exchange && cart.exchange.refund > 0 ? (
        <div className="flex items-baseline justify-between gap-4">
          <dt className="font-semibold">{t("summary.exchange-refund")}</dt>
          <dd className="figures text-lg font-bold">{formatMoney(cart.exchange.refund)}</dd>
        </div>
      ) : null}
      {paysPartToday(cart) ? (
        <div className="flex items-baseline justify-between gap-4">
          <dt className="font-semibold">{t("summary.due-today")}</dt>
          <dd data-due-today className="figures text-lg font-bold">
            {formatMoney(dueToday(cart))}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

/** An amount. `part` indents it below the amount of which it is a part. */
function Row({ label, amount, part }: { label: string; amount: number; part?: boolean }) {
  return (
    <div
      className={classNames("flex items-baseline justify-between gap-4 text-ink-2", part && "pl-4 text-sm")}
    >
      <dt className="min-w-0">{label}</dt>
      <dd className={classNames("figures flex-none", !part && "text-ink")}>{formatMoney(amount)}</dd>
    </div>
  );
}
