"use client";

import { lazy, memo, Suspense, useRef, useState } from "react";
import type { Cart, CartGroup, CartItem } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { ticketName } from "@/lib/ticket-name";
import { AnyDay } from "@/parts/cart-lines/any-day";
import { CancellationPolicy } from "@/parts/cart-lines/cancellation-policy";
import { saveRemoval } from "@/parts/cart-lines/last-removal";
import { holderName, inSeatOrder, lineName, placesOf, sharedVisits } from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import { OfferRows } from "@/parts/cart-lines/offer-rows";
import { PromotionName } from "@/parts/cart-lines/promotion-name";
import { UndoNotice } from "@/parts/cart-lines/undo-notice";
import { refused, removalBy } from "@/parts/cart-lines/undo-state";
import { useModify } from "@/parts/cart-lines/use-modify";
import { useRemoval } from "@/parts/cart-lines/use-removal";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { packageOfGroup } from "@/parts/package-details/package-line";
import { alertTexts } from "@/text/areas/alert";
import { cartTexts } from "@/text/areas/cart";
import { cartRemoveTexts } from "@/text/areas/cart-remove";
import { offerTexts } from "@/text/areas/offer";
import { passTexts } from "@/text/areas/pass";
import { placeTexts } from "@/text/areas/place";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { StatusLine } from "@/ui/status-line";
import { TextButton } from "@/ui/text-button";
import { CartSummary } from "./cart-summary";

/** The revision is loaded on demand, because most carts have no changes to report. */
const Revision = lazy(() => import("@/parts/previous-cart/revision"));
/** Few carts have packages. */
const PackageDetails = lazy(async () => {
  const { PackageDetails } = await import("@/parts/package-details/package-details");
  return { default: PackageDetails };
});

/**
 * The summary for pages that do not list the lines themselves. It shows the changes of a revision and the lines of the
 * cart. Lines can be removed and put back unless a payment is in progress. It is rendered again only for a changed cart,
 * because it stands beside forms.
 */
export const SummaryWithLines = memo(function SummaryWithLines({
  cart,
  collapsible,
  withoutPlan,
}: {
  cart: Cart;
  collapsible?: boolean;
  withoutPlan?: boolean;
}) {
  const t = useText(alertTexts, cartTexts, cartRemoveTexts, placeTexts);
  const { ask, question } = useQuestion();
  const modify = useModify(ask);
  const [problem, setProblem] = useState<string | null>(null);
  const [removal, setRemoval] = useRemoval(cart);
  /** What the last removal or its undoing changed, for screen readers. */
  const [news, setNews] = useState("");
  const place = useRef<HTMLDivElement>(null);
  // The pressed button disappears, so focus moves to the summary's title.
  const stay = () => place.current?.querySelector<HTMLElement>("[data-summary-title]")?.focus();

  async function leave(item: CartItem) {
    const modified = await modify([{ id: item.id, quantity: 0 }]);
    if (modified === "changed") stay();
    return modified;
  }

  async function remove(item: CartItem) {
    setProblem(null);
    setRemoval(null);
    setNews("");
    const removing = removalBy(t, cart, [{ id: item.id, quantity: 0 }]);
    // It is stored before the call, because checkout leaves as soon as the cart is empty.
    saveRemoval(removing);
    const modified = await leave(item);
    if (modified === "changed" && removing !== null) {
      setRemoval(removing);
      setNews(removing.notice);
      return;
    }
    saveRemoval(null);
    if (modified !== "changed" && modified !== "kept") setProblem(modified.message);
  }

  /** Puts the line that was removed last back into the cart, if its place is still available. */
  async function undo() {
    if (removal === null) return;
    const modified = await modify(removal.lines);
    if (modified === "kept") return;
    if (modified === "changed") {
      setRemoval(null);
      setNews(t("cart.put-back", { items: removal.names }));
      stay();
      return;
    }
    setRemoval(refused(t, removal, modified));
  }

  return (
    <div ref={place}>
      <CartSummary
        cart={cart}
        collapsible={collapsible}
        withoutPlan={withoutPlan}
        alerts={
          <>
            {problem ? (
              <Alert tone="error" label={t("alert.error")}>
                {problem}
              </Alert>
            ) : null}
            {removal === null || cart.paymentInProgress ? null : (
              <UndoNotice removal={removal} takesFocus={news !== ""} onUndo={undo} />
            )}
            {cart.cartRevised || cart.previousCart ? (
              <Suspense>
                <Revision cart={cart} dismiss={leave} onAccepted={stay} />
              </Suspense>
            ) : null}
          </>
        }
        lines={
          <ul className="grid gap-4">
            {cart.itemGroups.map((group) => (
              <Group
                key={group.items[0]?.id ?? group.productId}
                group={group}
                readOnly={cart.paymentInProgress}
                onRemove={remove}
              />
            ))}
          </ul>
        }
      />
      <StatusLine>{news}</StatusLine>
      {question}
    </div>
  );
});

type GroupProps = { group: CartGroup; readOnly: boolean; onRemove: (item: CartItem) => void };

function Group({ group, readOnly, onRemove }: GroupProps) {
  const t = useText(cartTexts, offerTexts, passTexts, placeTexts, summaryTexts);
  const ofPackage = packageOfGroup(group);
  return (
    <li className="grid gap-1">
      <p className="font-semibold">{group.productDisplayName}</p>
      <OccasionList productName={group.productDisplayName} performances={sharedVisits(group.items)} />
      <AnyDay group={group} />
      <ul className="grid gap-1">
        {inSeatOrder(group.items).map((item) => (
          <li key={item.id} className="grid gap-1">
            <p className="flex items-baseline justify-between gap-4 text-sm">
              <span className="min-w-0 text-ink-2">
                {t("summary.line", { quantity: item.quantity, name: ticketName(item) })}
              </span>
              <span className="figures flex-none">{formatMoney(item.displayTotal)}</span>
            </p>
            {holderName(item) ? (
              <p className="text-sm text-ink-2">{t("pass.for", { name: holderName(item) ?? "" })}</p>
            ) : null}
            {placesOf(t, item, group.items, item.displayName).map((place) => (
              <p key={place} className="figures text-sm text-ink-2">
                {place}
              </p>
            ))}
            <PromotionName t={t} line={item} />
            <OfferRows t={t} offers={item.offers} quantity={item.quantity} />
            {readOnly ? null : (
              <TextButton
                aria-label={t("cart.remove-of", { name: lineName(group, item) })}
                onClick={() => onRemove(item)}
                className="-mt-2 -ml-2 justify-self-start -outline-offset-6"
              >
                {t("cart.remove")}
              </TextButton>
            )}
          </li>
        ))}
      </ul>
      <CancellationPolicy items={group.items} />
      {ofPackage ? (
        <Suspense>
          <PackageDetails line={ofPackage} />
        </Suspense>
      ) : null}
    </li>
  );
}
