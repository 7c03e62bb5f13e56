"use client";

import { useState } from "react";
import { useCart } from "@/api/swr";
import { pathAfter } from "@/flow/sale-path";
import { roundUpAmount } from "@/lib/donation-rules";
import { formatMoney } from "@/lib/money";
import { SummaryWithLines } from "@/parts/cart-summary/summary-with-lines";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { PurchaseSteps } from "@/parts/purchase-steps/purchase-steps";
import { havePasses } from "@/parts/purchase-steps/steps";
import { donateTexts } from "@/text/areas/donate";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Button, buttonClass } from "@/ui/button";
import { FieldFrame } from "@/ui/field";
import { StickyColumn } from "@/ui/sticky-column";
import { Choice } from "./choice";
import { CustomAmount, useCustomAmount } from "./custom-amount";
import type { Donating } from "./fetch-donation";

/**
 * A donation offer with up to three choices of the same size: round up if possible, give a different amount, or give
 * nothing. The primary button gives nothing until an amount is typed, and then it gives that amount.
 */
export function DonationScreen({ cart: initialCart, offer }: Donating) {
  const t = useText(donateTexts, summaryTexts);
  // The cart is read without revising it, because the cart and checkout pages report revisions.
  const { data: cart = initialCart } = useCart({ fallbackData: initialCart });
  const donating = useDonating(offer.product.extVariantId);
  const { busy, give } = donating;
  // While a donation that rounds up is being sent, its row stays, even if the cart already has a whole amount.
  const roundUp = donating.rounding ?? roundUpAmount(cart.cartTotal, offer);
  const label = t(roundUp === null ? "donate.only-label" : "donate.own-label");
  const custom = useCustomAmount(label);

  return (
    <div className="frame grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-x-8">
      {/* On phones the steps use the margins above and below, so that all choices fit on the screen. */}
      <div className="max-sm:-mt-4 max-sm:-mb-4 lg:col-span-2">
        <PurchaseSteps current="checkout" hasPasses={havePasses(cart.itemGroups)} />
      </div>
      <article className="card overflow-hidden">
        <Header product={offer.product} />
        <div className="grid gap-5 px-4 pb-4 sm:gap-6 sm:px-8 sm:pb-8">
          <ProblemAlert problem={donating.problem} alert={donating.alert} />
          {roundUp === null ? null : (
            <RoundUp amount={roundUp} busy={busy} onGive={() => give(roundUp, true)} />
          )}
          <CustomAmount label={label} custom={custom} busy={busy} onGive={(amount) => give(amount, false)} />
          <Choice>
            <p className="min-w-0">
              <span className="legend block">{t("summary.total")}</span>
              <span className="figures font-semibold">{formatMoney(cart.cartTotal)}</span>
            </p>
            <a
              href={nextPath()}
              className={`${buttonClass(custom.amount === null ? "primary" : "secondary", true)} max-sm:px-2`}
            >
              {t("donate.decline")}
            </a>
          </Choice>
        </div>
        <Details product={offer.product} />
      </article>
      <StickyColumn>
        <aside>
          <SummaryWithLines cart={cart} />
        </aside>
      </StickyColumn>
      {donating.question}
    </div>
  );
}

/** The path of the page after the donation. */
function nextPath(): string {
  return pathAfter("donate", { passesInvolved: false, installmentBilling: false });
}

/** Adds a donation to the cart, and asks for confirmation if the server requires it. */
function useDonating(variantId: string) {
  const t = useText(donateTexts);
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  const { problem, setProblem, alert } = useProblem();
  const [isGiving, setGiving] = useState(false);
  /** The amount by which the total is being rounded up; null if no such donation is being sent. */
  const [rounding, setRounding] = useState<number | null>(null);

  async function give(amount: number, roundsUp: boolean): Promise<void> {
    setProblem(null);
    setGiving(true);
    if (roundsUp) setRounding(amount);
    const items = [{ productVariantId: variantId, amount }];
    const outcome = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/add-donation", { body: { items, reSubmitContext } }),
      { busy: t("donate.loading") },
    );
    if (outcome !== "kept" && outcome.ok) {
      // The checkout needs a full page load: after a client-side navigation the security headers of this page would
      // still apply, and they forbid the frame of the card form.
      window.location.assign(nextPath());
      return;
    }
    setGiving(false);
    setRounding(null);
    if (outcome !== "kept") setProblem(outcome.message);
  }

  return { give, busy: isGiving && question === null, rounding, problem, alert, question };
}

function Header({ product }: { product: Donating["offer"]["product"] }) {
  const t = useText(donateTexts);
  return (
    <header className="grid gap-2 p-4 sm:p-8 sm:pb-6">
      <p className="legend">{t("donate.optional")}</p>
      <h1 className="text-h1">{product.productDisplayName}</h1>
      {product.productShortDescription ? (
        <p className="max-w-prose text-lg text-ink-2">{product.productShortDescription}</p>
      ) : null}
    </header>
  );
}

/** The long description and the disclaimer. They are below the choices, so that all choices fit on a phone's screen. */
function Details({ product }: { product: Donating["offer"]["product"] }) {
  if (!product.productLongDescription && !product.productDisclaimer) return null;
  return (
    <>
      <hr className="perforation" />
      <div className="grid gap-3 p-4 sm:p-8">
        {product.productLongDescription ? (
          <div className="prose" dangerouslySetInnerHTML={{ __html: product.productLongDescription }} />
        ) : null}
        {product.productDisclaimer ? (
          <p className="max-w-prose text-sm text-ink-2">{product.productDisclaimer}</p>
        ) : null}
      </div>
    </>
  );
}

/** The offer to round up the total to a whole amount. */
function RoundUp({ amount, busy, onGive }: { amount: number; busy: boolean; onGive: () => void }) {
  const t = useText(donateTexts);
  return (
    <FieldFrame label={t("donate.round-up-label")}>
      {(aria) => (
        <Choice>
          {/* Without a box and not a stop of the Tab key, because the amount cannot be changed. */}
          <input
            {...aria}
            readOnly
            tabIndex={-1}
            className="figures min-h-11 w-full bg-transparent text-lg font-semibold"
            value={formatMoney(amount)}
          />
          <Button
            appearance="secondary"
            wide
            className="max-sm:px-2"
            aria-label={t("donate.give", { amount: formatMoney(amount) })}
            busy={busy}
            onClick={onGive}
          >
            {t("donate.give-own")}
          </Button>
        </Choice>
      )}
    </FieldFrame>
  );
}
