"use client";

import { useEffect, useId, useState } from "react";
import { useSWRConfig } from "swr";
import { keys, useCartChange } from "@/api/swr";
import type { Cart, CartGroup, CartItem } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { ticketName } from "@/lib/ticket-name";
import { lineName, sharedVisits } from "@/parts/cart-lines/occasion";
import { OccasionList } from "@/parts/cart-lines/occasion-list";
import type { Modified } from "@/parts/cart-lines/use-modify";
import { alertTexts } from "@/text/areas/alert";
import { cartTexts } from "@/text/areas/cart";
import { productTexts } from "@/text/areas/product";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { TextButton, textButtonClass } from "@/ui/text-button";
import { changedTotals, removedGroups, removedKey } from "./previous-state";

type Props = {
  cart: Cart;
  /** Takes a line off the list of removed lines. */
  dismiss: (item: CartItem) => Promise<Modified>;
  /** Opens the change dialog. Without it the button opens the cart. A bundle is changed in its builder. */
  onUpdate?: (group: CartGroup) => void;
  onApproach?: () => void;
  /** Called when the shopper has accepted the changes and the focused message is gone. */
  onAccepted: () => void;
};

/** A revision: its message, the removed lines, and the earlier totals. */
export default function Revision({ cart, dismiss, onUpdate, onApproach, onAccepted }: Props) {
  const t = useText(alertTexts, cartTexts);
  const changeCart = useCartChange();
  const [problem, setProblem] = useState<string | null>(null);
  const [accepting, setAccepting] = useState(false);
  const groups = removedGroups(cart);
  const readOnly = cart.paymentInProgress;

  // Reading the cart has removed these lines, so the number in the header is out of date.
  const { mutate } = useSWRConfig();
  const removed = groups.flatMap((group) => group.items.map(removedKey)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when other lines were removed
  useEffect(() => {
    void mutate(keys.miniCart);
  }, [mutate, removed]);

  async function accept() {
    setProblem(null);
    setAccepting(true);
    const outcome = await changeCart((api) => api.POST("/cart/accept-revision"), {});
    setAccepting(false);
    if (outcome.ok) onAccepted();
    else setProblem(outcome.message);
  }

  async function remove(item: CartItem) {
    setProblem(null);
    const modified = await dismiss(item);
    if (modified !== "changed" && modified !== "kept") setProblem(modified.message);
  }

  return (
    <>
      {cart.cartRevised ? (
        <Alert tone="warning" label={t("alert.warning")}>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-[1_1_16rem]">{cart.reviseCartMessage ?? t("cart.was-revised")}</p>
            {readOnly ? null : (
              <Button appearance="secondary" busy={accepting} onClick={accept}>
                {t("cart.accept-revision")}
              </Button>
            )}
          </div>
          {groups.length === 0 ? <Totals cart={cart} /> : null}
        </Alert>
      ) : null}
      {problem ? (
        <Alert tone="error" label={t("alert.error")}>
          {problem}
        </Alert>
      ) : null}
      {groups.length > 0 ? (
        <RemovedItems
          cart={cart}
          groups={groups}
          readOnly={readOnly}
          onUpdate={onUpdate}
          onApproach={onApproach}
          onRemove={remove}
        />
      ) : null}
    </>
  );
}

type RemovedProps = Pick<Props, "cart" | "onUpdate" | "onApproach"> & {
  groups: CartGroup[];
  readOnly: boolean;
  onRemove: (item: CartItem) => void;
};

/** The removed lines, struck through. Screen readers announce a word instead. */
function RemovedItems({ cart, groups, readOnly, onUpdate, onApproach, onRemove }: RemovedProps) {
  const t = useText(cartTexts);
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-removed
      className="rounded-card border border-dashed border-control p-4"
    >
      <h2 id={id} tabIndex={-1} className="flex items-start gap-2 text-base outline-none">
        <span className="mt-px text-warn">
          <Icon name="info" size={20} />
        </span>
        {t("cart.removed-items")}
      </h2>
      <ul className="grid gap-3 pt-3">
        {groups.map((group) => (
          <li key={group.items[0]?.id} className="grid gap-1">
            <div className="text-ink-2 line-through [&_span]:text-ink-2">
              <p className="font-semibold">{group.productDisplayName}</p>
              <OccasionList productName={group.productDisplayName} performances={sharedVisits(group.items)} />
            </div>
            <ul>
              {group.items.map((item) => (
                <RemovedLine
                  key={item.id}
                  group={group}
                  item={item}
                  readOnly={readOnly}
                  onUpdate={onUpdate && (() => onUpdate(group))}
                  onApproach={onApproach}
                  onRemove={() => onRemove(item)}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Totals cart={cart} />
    </section>
  );
}

type LineProps = {
  group: CartGroup;
  item: CartItem;
  readOnly: boolean;
  onUpdate?: () => void;
  onApproach?: () => void;
  onRemove: () => void;
};

function RemovedLine({ group, item, readOnly, onUpdate, onApproach, onRemove }: LineProps) {
  const t = useText(cartTexts, productTexts, summaryTexts);
  const name = lineName(group, item);
  return (
    <li
      data-line={removedKey(item)}
      tabIndex={-1}
      aria-label={t("cart.removed-line", { name })}
      className="grid gap-x-4 border-t border-line pt-2 outline-none"
    >
      <p className="figures flex items-baseline justify-between gap-4 text-sm text-ink-2">
        <span className="min-w-0">
          <span className="sr-only">{t("cart.removed")} </span>
          <s>{t("summary.line", { quantity: item.quantity, name: ticketName(item) })}</s>
          <span className="block">
            <span className="sr-only">{t("product.was")} </span>
            <s>{t("cart.each", { amount: formatMoney(item.displayPrice) })}</s>
          </span>
        </span>
        <span>
          <span className="sr-only">
            {t("cart.line-total")} {t("product.was")}{" "}
          </span>
          <s>{formatMoney(item.displayTotal)}</s>
        </span>
      </p>
      {readOnly ? (
        <span className="block h-2" />
      ) : (
        <div className="-ml-2 flex flex-wrap">
          {onUpdate && !group.isBundle ? (
            <TextButton
              aria-label={t("cart.update-of", { name })}
              onClick={onUpdate}
              onPointerEnter={onApproach}
              onFocus={onApproach}
            >
              {t("cart.update")}
            </TextButton>
          ) : (
            <a
              href={group.isBundle ? routes.editedBundle(group.productId, item.id) : routes.cart()}
              aria-label={t("cart.update-of", { name })}
              className={textButtonClass}
            >
              {t("cart.update")}
            </a>
          )}
          <TextButton aria-label={t("cart.dismiss-of", { name })} onClick={onRemove}>
            {t("cart.remove")}
          </TextButton>
        </div>
      )}
    </li>
  );
}

function Totals({ cart }: { cart: Cart }) {
  const t = useText(cartTexts, productTexts, summaryTexts);
  const changed = changedTotals(cart);
  if (changed.length === 0) return null;
  return (
    <dl className="figures mt-3 grid gap-1 border-t border-line pt-3 text-sm">
      {changed.map(({ textId, was, now }) => (
        <div key={textId} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt>{t(textId)}</dt>
          <dd>
            {t("product.was")} <s>{formatMoney(was)}</s>, {t("cart.now")}{" "}
            <span className="font-semibold">{formatMoney(now)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
