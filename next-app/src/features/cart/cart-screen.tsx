"use client";

import Link from "next/link";
import { Fragment, lazy, type ReactNode, Suspense, useRef } from "react";
import type { Cart } from "@/api/types";
import { formatMoney } from "@/lib/money";
import type { Packed } from "@/lib/packed";
import { routes } from "@/lib/routes";
import { useUnpacked } from "@/lib/use-unpacked";
import { AddedNotice, useAddedItems } from "@/parts/added-notice/added-notice";
import { CartCode } from "@/parts/cart-code/cart-code";
import { CartSummary } from "@/parts/cart-summary/cart-summary";
import { CartVisit } from "@/parts/cart-visit/cart-visit";
import { CartSales } from "@/parts/cheaper-sale/cart-sales";
import { preloadQuestion, useQuestion } from "@/parts/confirm-dialog/use-question";
import { HoldNotice } from "@/parts/hold-notice/hold-notice";
import { repricedFrom } from "@/parts/previous-cart/previous-state";
import type { Section } from "@/parts/product-sections/sections";
import { PurchaseSteps } from "@/parts/purchase-steps/purchase-steps";
import { havePasses } from "@/parts/purchase-steps/steps";
import { cartTexts } from "@/text/areas/cart";
import { pageTexts } from "@/text/areas/page";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";
import { StickyColumn } from "@/ui/sticky-column";
import { editedGroup, focusOrigin } from "./cart-editing";
import { CartExchange } from "./cart-exchange";
import { CartGroupCard } from "./cart-group";
import { CartNotices } from "./cart-notices";
import { BlockedCheckout, NextSteps } from "./next-steps";
import { useCartEditing } from "./use-cart-editing";
import { useHasBeenTrue, usePageCart, useQueryRemoval } from "./use-cart-page";

const loadChangeDialog = () => import("./change-dialog");
// The dialog is loaded on demand, because it is not needed to view the cart.
const ChangeDialog = lazy(loadChangeDialog);
// These parts are loaded on demand, because most carts have no cross-sells, no revision and no passes, and
// nothing was removed.
const CrossSells = lazy(() => import("./cross-sells"));
const Revision = lazy(() => import("@/parts/previous-cart/revision"));
const UndoNotice = lazy(async () => ({
  default: (await import("@/parts/cart-lines/undo-notice")).UndoNotice,
}));

function preloadDialogs() {
  void loadChangeDialog();
  preloadQuestion();
}

type Props = {
  /** The cart as the server rendered it. */
  initial: Cart;
  crossSells: Section[];
  /** Whether another page sent the shopper here because that page had nothing to show. */
  rerouted: boolean;
  /**
   * Whether the shopper was sent here with an empty cart and has an order. The items may have been bought
   * with that order.
   */
  ordered: boolean;
};

/** The cart as the page of `/cart` sends it. */
export function CartPage({ page }: { page: Packed<Props> }) {
  return <CartScreen {...useUnpacked(page)} />;
}

/** The cart: its lines, their prices, and the link to checkout. */
export function CartScreen({ initial, crossSells, rerouted, ordered }: Props) {
  const t = useText(cartTexts, pageTexts);
  const { data: cart = initial, error, mutate } = usePageCart(initial);
  const { ask, question } = useQuestion();
  const place = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const editing = useCartEditing(cart, place, ask);
  const { added, note } = useAddedItems();
  const wasPaying = useHasBeenTrue(cart.paymentInProgress);
  const wasChanged = useHasBeenTrue(editing.hasChanged);
  // They stay mounted without sections, because a product that returns to the cart may bring some back.
  const hadCrossSells = useHasBeenTrue(crossSells.length > 0);
  useQueryRemoval(rerouted);
  const isEditing = editing.editing !== null && editedGroup(cart, editing.editing) !== undefined;
  const revision = <CartRevision cart={cart} editing={editing} onAccepted={() => heading.current?.focus()} />;

  return (
    <div ref={place} className="frame grid grid-cols-1 gap-6">
      <header className="grid gap-3">
        {cart.cartEmpty ? null : <PurchaseSteps current="cart" hasPasses={havePasses(cart.itemGroups)} />}
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-h1">
            {t("page.cart")}
          </h1>
          <AddedNotice added={added} groups={cart.itemGroups} />
        </div>
        {cart.cartEmpty || cart.paymentInProgress ? null : <HoldNotice cart={cart} />}
        {cart.cartEmpty ? null : <NextSteps cart={cart} place="top" />}
      </header>
      <CartNotices
        ref={editing.alert}
        cart={cart}
        rerouted={rerouted && !wasChanged}
        ordered={ordered}
        wasPaying={wasPaying}
        problem={editing.problem}
        readError={error?.message ?? null}
        onReload={() => mutate()}
      />
      <CartExchange cart={cart} />
      {cart.cartEmpty ? (
        <div className="grid gap-4">
          {revision}
          <Undo editing={editing} />
          <CartVisit cart={cart} />
          <EmptyCart openPasses={cart.openPasses} />
        </div>
      ) : (
        <FilledCart cart={cart} editing={editing} revision={revision} />
      )}
      {cart.cartEmpty || cart.paymentInProgress || !hadCrossSells ? null : (
        <Suspense>
          <CrossSells
            sections={crossSells}
            items={cart.itemGroups.flatMap((group) => group.items)}
            onAdded={note}
          />
        </Suspense>
      )}
      <StatusLine>{announcementOf(t, cart, editing)}</StatusLine>
      <EditDialog cart={cart} editing={editing} question={question} />
      {isEditing ? null : question}
    </div>
  );
}

type Editing = ReturnType<typeof useCartEditing>;

/** What the last change removed, put back or updated, which offers it ended, and the new total. */
function announcementOf(t: Translate<"cart">, cart: Cart, editing: Editing): string {
  const { hasChanged, removal, updated, putBack, endedOffers } = editing;
  if (!hasChanged) return "";
  const ended = new Set(cart.itemGroups.flatMap(({ items }) => items.flatMap(endedOffers)));
  return [
    removal?.notice,
    putBack && t("cart.put-back", { items: putBack }),
    ...[...ended].map((offer) => t("cart.offer-ended", { offer })),
    cart.cartEmpty
      ? null
      : t(updated.length > 0 ? "cart.changed-total" : "cart.updated", { total: formatMoney(cart.cartTotal) }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** The changes of a revision. Renders nothing without a revision. */
function CartRevision({
  cart,
  editing: { change, edit },
  onAccepted,
}: {
  cart: Cart;
  editing: Editing;
  onAccepted: () => void;
}) {
  if (!cart.cartRevised && !cart.previousCart) return null;
  return (
    <Suspense>
      <Revision
        cart={cart}
        dismiss={(item) => change([{ id: item.id, quantity: 0 }], { id: item.id, removed: true })}
        onUpdate={(group) => edit(group, true)}
        onApproach={preloadDialogs}
        onAccepted={onAccepted}
      />
    </Suspense>
  );
}

/** What was removed last, and how to put it back. Renders nothing if nothing was removed. */
function Undo({ editing: { removal, hasChanged, undo } }: { editing: Editing }) {
  if (removal === null) return null;
  return (
    <Suspense>
      <UndoNotice removal={removal} takesFocus={hasChanged} onUndo={undo} />
    </Suspense>
  );
}

/** The lines of the cart beside their total. */
function FilledCart({ cart, editing, revision }: { cart: Cart; editing: Editing; revision: ReactNode }) {
  const t = useText(cartTexts);
  const { removal } = editing;
  // The notice stands where the removed line was.
  const undoAt = removal === null ? null : Math.min(removal.at, cart.itemGroups.length);
  const undo = <Undo editing={editing} />;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8">
      <section aria-label={t("cart.items")} className="grid gap-4">
        <noscript>
          <p className="font-semibold">{t("cart.no-script")}</p>
        </noscript>
        {revision}
        <CartVisit cart={cart} />
        {cart.paymentInProgress ? null : <CartSales cart={cart} />}
        {cart.itemGroups.map((group, at) => (
          <Fragment key={group.items[0]?.id ?? group.productId}>
            {at === undoAt ? undo : null}
            <CartGroupCard
              group={group}
              before={(item) => repricedFrom(cart, item)}
              endedOffers={editing.endedOffers}
              isUpdated={group.items.some(({ id }) => editing.updated.includes(id))}
              readOnly={cart.paymentInProgress}
              onEdit={() => editing.edit(group, false)}
              onRemove={editing.remove}
              onQuantity={editing.changeQuantity}
              onApproach={preloadDialogs}
            />
          </Fragment>
        ))}
        {undoAt === cart.itemGroups.length ? undo : null}
      </section>
      <StickyColumn className="grid gap-4">
        <CartSummary cart={cart} />
        <CartCode cart={cart} />
        <NextSteps cart={cart} place="bottom" />
      </StickyColumn>
    </div>
  );
}

/** A cart without anything to pay for. Incomplete passes are announced above it. */
function EmptyCart({ openPasses }: { openPasses: number }) {
  const t = useText(cartTexts);
  return (
    <section className="card grid justify-items-start gap-3 p-6 sm:p-10">
      <h2 id="cart-empty" tabIndex={-1} className="text-xl">
        {t(openPasses > 0 ? "cart.unfinished" : "cart.empty")}
      </h2>
      <p className="text-ink-2">{t(openPasses > 0 ? "cart.unfinished-hint" : "cart.empty-hint")}</p>
      <div className="flex flex-wrap gap-3">
        <Link href={routes.home()} prefetch={false} className={buttonClass("primary")}>
          {t("cart.browse")}
        </Link>
        <BlockedCheckout reason="cart-empty" />
      </div>
    </section>
  );
}

/** The dialog of the group that is being edited, including the confirmation questions of its changes. */
function EditDialog({ cart, editing, question }: { cart: Cart; editing: Editing; question: ReactNode }) {
  const { editing: place, confirmRemoval, change, closeEditing } = editing;
  const group = place ? editedGroup(cart, place) : undefined;
  if (!place || !group) return null;
  return (
    <Suspense>
      <ChangeDialog
        group={group}
        removed={place.removed}
        question={question}
        // A group that a revision removed needs no confirmation.
        confirmRemoval={async (items) => place.removed || confirmRemoval(group, items)}
        modify={(items) => change(items, focusOrigin(place, items))}
        onClose={closeEditing}
      />
    </Suspense>
  );
}
