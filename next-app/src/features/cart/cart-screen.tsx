"use client";

import Link from "next/link";
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSWRConfig } from "swr";
import { keys, useRevisedCart } from "@/api/swr";
import type { Cart, CartGroup, CartItem, CartModifyLine } from "@/api/types";
import { moreItemsPath, pathAfter } from "@/flow/sale-path";
import { formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { removalOf } from "@/parts/cart-lines/removal";
import { gone, type Modified, useModify } from "@/parts/cart-lines/use-modify";
import { CartSummary } from "@/parts/cart-summary/cart-summary";
import { CartVisit } from "@/parts/cart-visit/cart-visit";
import { preloadQuestion, useQuestion } from "@/parts/confirm-dialog/use-question";
import { HoldNotice } from "@/parts/hold-notice/hold-notice";
import { OpenPasses } from "@/parts/open-passes/open-passes";
import { asksHowToPay, dueToday, paysPartToday } from "@/parts/payment-plan/plan";
import { removedGroups, repricedFrom } from "@/parts/previous-cart/previous-state";
import type { Section } from "@/parts/product-sections/sections";
import { alertTexts } from "@/text/areas/alert";
import { cartTexts } from "@/text/areas/cart";
import { cartRemoveTexts } from "@/text/areas/cart-remove";
import { pageTexts } from "@/text/areas/page";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { Press } from "@/ui/press";
import { StatusLine } from "@/ui/status-line";
import { StickyColumn } from "@/ui/sticky-column";
import { CartGroupCard } from "./cart-group";
import { type LinePlace, useFollowedFocus } from "./followed-focus";

const loadChangeDialog = () => import("./change-dialog");
/** Dialogs are not needed to read a cart. */
const ChangeDialog = lazy(loadChangeDialog);
/** Most carts have nothing offered beside them. */
const CrossSells = lazy(() => import("./cross-sells"));
/** Most carts are as they were. */
const Revision = lazy(() => import("@/parts/previous-cart/revision"));

function preloadDialogs() {
  void loadChangeDialog();
  preloadQuestion();
}

/** How often a cart that is being paid for is read again. */
const payingPollMs = 3000;

type Props = {
  /** The cart as the server drew it. */
  initial: Cart;
  /** What is offered beside it, as the server knows. */
  crossSells: Section[];
  /** Whether another page sent the visitor here because there was nothing to show. */
  rerouted: boolean;
  /** Whether the visitor has an order to look at: what was in the cart is perhaps paid for. */
  ordered: boolean;
};

export function CartScreen({ initial, crossSells, rerouted, ordered }: Props) {
  const t = useText(alertTexts, cartTexts, cartRemoveTexts, pageTexts);
  const { data: cart = initial, error, mutate } = useCartOfPage(initial);
  const { ask, question } = useQuestion();
  const modify = useModify(ask);
  const [editing, setEditing] = useState<LinePlace | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [news, setNews] = useState<"changed" | null>(null);
  const wasPaying = useEver(cart.paymentInProgress);
  const place = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const followFocus = useFollowedFocus(place, cart);
  useForgottenQuery(rerouted);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  const groups = cart.itemGroups;
  const readOnly = cart.paymentInProgress;
  const edited = editing ? editedGroup(cart, editing) : undefined;

  function confirmRemoval(group: CartGroup, items: CartItem[]): Promise<boolean> {
    return ask(removalOf(t, group, items));
  }

  /** Changes lines and takes focus along from the one that was pressed, if it leaves its place. */
  async function change(items: CartModifyLine[], pressed: LinePlace): Promise<Modified> {
    followFocus(pressed);
    const modified = await modify(items);
    followFocus(null);
    if (modified === "changed") setNews("changed");
    else if (modified !== "kept" && modified.status === gone) {
      setEditing(null);
      setProblem(modified.message);
    }
    return modified;
  }

  async function remove(group: CartGroup, item: CartItem) {
    setProblem(null);
    setNews(null);
    if (!(await confirmRemoval(group, [item]))) return;
    const modified = await change([{ id: item.id, quantity: 0 }], { id: item.id, removed: false });
    if (modified !== "changed" && modified !== "kept") setProblem(modified.message);
  }

  function edit(group: CartGroup, removed: boolean) {
    const [first] = group.items;
    if (!first) return;
    setProblem(null);
    setNews(null);
    setEditing({ id: first.id, removed });
  }

  const revision =
    cart.cartRevised || cart.previousCart ? (
      <Suspense>
        <Revision
          cart={cart}
          dismiss={(item) => change([{ id: item.id, quantity: 0 }], { id: item.id, removed: true })}
          onUpdate={(group) => edit(group, true)}
          onApproach={preloadDialogs}
          onAccepted={() => heading.current?.focus()}
        />
      </Suspense>
    ) : null;

  return (
    <div ref={place} className="frame grid grid-cols-1 gap-6">
      <header className="grid gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-h1">
          {t("page.cart")}
        </h1>
        {cart.cartEmpty || readOnly ? null : <HoldNotice cart={cart} />}
        <NextSteps cart={cart} place="top" />
      </header>

      <div className="grid gap-3 empty:hidden">
        {rerouted ? (
          <Alert tone="info" label={t("alert.info")} live={false}>
            {cart.cartEmpty ? t("cart.rerouted") : t("cart.rerouted-open")}{" "}
            {cart.cartEmpty && ordered ? (
              <Link href={routes.confirmation()} prefetch={false} className="font-semibold">
                {t("cart.see-confirmation")}
              </Link>
            ) : null}
          </Alert>
        ) : null}
        {readOnly ? (
          <Alert tone="info" label={t("alert.info")}>
            {t("cart.paying")}
          </Alert>
        ) : null}
        {readOnly ? null : <OpenPasses cart={cart} />}
        {wasPaying && cart.cartEmpty ? (
          <Alert tone="success" label={t("alert.success")}>
            {t("cart.paid")}{" "}
            <Link href={routes.confirmation()} prefetch={false} className="font-semibold text-ok">
              {t("cart.see-confirmation")}
            </Link>
          </Alert>
        ) : null}
        {problem || error ? (
          <Alert
            ref={alert}
            tone="error"
            label={t("alert.error")}
            action={
              problem ? null : (
                <Press className="flex-none font-semibold underline" onClick={() => mutate()}>
                  {t("cart.reload")}
                </Press>
              )
            }
          >
            {problem ?? error?.message}
          </Alert>
        ) : null}
      </div>

      {cart.cartEmpty ? (
        <div className="grid gap-4">
          {revision}
          <CartVisit cart={cart} />
          <Empty openPasses={cart.openPasses} />
          <NextSteps cart={cart} place="bottom" />
        </div>
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8">
          <section aria-label={t("cart.items")} className="grid gap-4">
            <noscript>
              <p className="font-semibold">{t("cart.no-script")}</p>
            </noscript>
            {revision}
            <CartVisit cart={cart} />
            {groups.map((group) => (
              <CartGroupCard
                key={group.items[0]?.id ?? group.productId}
                group={group}
                before={(item) => repricedFrom(cart, item)}
                readOnly={readOnly}
                onEdit={() => edit(group, false)}
                onRemove={(item) => remove(group, item)}
                onApproach={preloadDialogs}
              />
            ))}
          </section>
          <StickyColumn className="grid gap-4">
            <CartSummary cart={cart} />
            <NextSteps cart={cart} place="bottom" />
          </StickyColumn>
        </div>
      )}

      {cart.cartEmpty || readOnly || crossSells.length === 0 ? null : (
        <Suspense>
          <CrossSells sections={crossSells} items={groups.flatMap((group) => group.items)} />
        </Suspense>
      )}

      <StatusLine>
        {news && !cart.cartEmpty ? t("cart.updated", { total: formatMoney(cart.cartTotal) }) : ""}
      </StatusLine>

      {editing && edited ? (
        <Suspense>
          <ChangeDialog
            group={edited}
            removed={editing.removed}
            question={question}
            // What is in the cart no more has nothing to lose.
            confirmRemoval={async (items) => editing.removed || confirmRemoval(edited, items)}
            modify={(items) => change(items, pressedOf(editing, items))}
            onClose={() => setEditing(null)}
            onChanged={() => setEditing(null)}
          />
        </Suspense>
      ) : null}
      {edited ? null : question}
    </div>
  );
}

/** Where the cart leads: once above its lines and once below, the lower one always in reach on phones while there are lines. */
function NextSteps({ cart, place }: { cart: Cart; place: "top" | "bottom" }) {
  const t = useText(cartTexts, summaryTexts);
  const more = useMoreItemsPath();
  const next = pathAfter("cart", { passesInvolved: false, installmentBilling: asksHowToPay(cart) });
  const wide = place === "bottom" && !cart.cartEmpty;

  const addMore = (
    <Link href={more} prefetch={false} className={buttonClass("secondary", wide)}>
      {t("cart.add-more")}
    </Link>
  );
  const checkout = cart.cartEmpty ? (
    <Button
      look="secondary"
      blocked
      aria-describedby="cart-empty"
      onClick={() => document.getElementById("cart-empty")?.focus()}
    >
      {t("cart.next")}
    </Button>
  ) : (
    // A whole document is loaded: the card form's frame is allowed on the checkout's own page only.
    <a
      href={next}
      className={`${buttonClass(place === "top" ? "secondary" : "primary")} ${wide ? "max-w-56 flex-1 lg:max-w-none" : ""}`}
    >
      {t("cart.next")}
    </a>
  );

  if (place === "top") {
    return (
      <nav aria-label={t("cart.actions")} className="flex flex-wrap gap-3">
        {addMore}
        {checkout}
      </nav>
    );
  }
  if (cart.cartEmpty) {
    return (
      <div className="flex flex-wrap gap-3">
        {addMore}
        {checkout}
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <BuyBar place="plain">
        <p className="whitespace-nowrap lg:hidden" aria-hidden="true">
          <span className="legend block">
            {t(paysPartToday(cart) ? "summary.due-today" : "summary.total")}
          </span>
          <span className="figures text-xl font-bold">{formatMoney(dueToday(cart))}</span>
        </p>
        {checkout}
      </BuyBar>
      {addMore}
    </div>
  );
}

/** Nothing to pay for. Passes for which nothing is chosen yet are told above. */
function Empty({ openPasses }: { openPasses: number }) {
  const t = useText(cartTexts);
  return (
    <section className="card grid justify-items-start gap-3 p-6 sm:p-10">
      <h2 id="cart-empty" tabIndex={-1} className="text-xl">
        {t(openPasses > 0 ? "cart.unfinished" : "cart.empty")}
      </h2>
      <p className="text-ink-2">{t(openPasses > 0 ? "cart.unfinished-hint" : "cart.empty-hint")}</p>
      <Link href={routes.home()} prefetch={false} className={buttonClass("primary")}>
        {t("cart.browse")}
      </Link>
    </section>
  );
}

/**
 * The cart: drawn by the server, then read again with the places whose hold ran out taken anew. It is forgotten with
 * the page, because the next visit brings a newer one from the server.
 */
function useCartOfPage(initial: Cart) {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    return () => {
      void mutate(keys.revisedCart, undefined, { revalidate: false });
    };
  }, [mutate]);
  return useRevisedCart({
    fallbackData: initial,
    revalidateOnFocus: true,
    pollMs: (latest) => (latest?.paymentInProgress ? payingPollMs : 0),
  });
}

function editedGroup(cart: Cart, { id, removed }: LinePlace): CartGroup | undefined {
  const groups = removed ? removedGroups(cart) : cart.itemGroups;
  return groups.find((group) => group.items.some((item) => item.id === id));
}

/** What focus goes on from after a dialog: what leaves the cart, else what it was opened for. */
function pressedOf({ id, removed }: LinePlace, items: CartModifyLine[]): LinePlace {
  const leaving = removed ? undefined : items.find((item) => item.quantity === 0);
  return { id: leaving?.id ?? id, removed };
}

/** True from the first time that `value` was. */
function useEver(value: boolean): boolean {
  const [ever, setEver] = useState(value);
  if (value && !ever) setEver(true);
  return ever;
}

/** The message of `?reroute=true` is for once: a reload or a bookmark shows the plain cart. */
function useForgottenQuery(present: boolean) {
  useEffect(() => {
    if (present) window.history.replaceState(window.history.state, "", routes.cart());
  }, [present]);
}

const never = () => () => {};

/** The way back to where shopping began is known to the browser only. */
function useMoreItemsPath(): string {
  return useSyncExternalStore(never, moreItemsPath, routes.home);
}
