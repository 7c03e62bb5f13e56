"use client";

import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useId, useMemo, useReducer, useRef, useState } from "react";
import { call } from "@/api/call";
import type { Product, Variant } from "@/api/types";
import { pathAfter, rememberSelectionPath } from "@/flow/sale-path";
import { forgetDraft, keepDraft, recallDraft } from "@/lib/draft";
import { writeQuery } from "@/lib/history-entry";
import { formatMoney } from "@/lib/money";
import { allPasses, routes } from "@/lib/routes";
import { ticketName } from "@/lib/ticket-name";
import { wordsOf } from "@/lib/typed-fields";
import { BuyBar, RunningTotal } from "@/parts/buy-bar/buy-bar";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ErrorSummary } from "@/parts/error-summary/error-summary";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { agreedPlan } from "@/parts/payment-plan/plan";
import { FeesIncluded } from "@/parts/price/fees-included";
import { useSignInFor } from "@/parts/signed-in/use-sign-in";
import { alertTexts } from "@/text/areas/alert";
import { loadingTexts } from "@/text/areas/loading";
import { multiTexts } from "@/text/areas/multi";
import { multiPassTexts } from "@/text/areas/multi-pass";
import { passTexts } from "@/text/areas/pass";
import { passholderTexts } from "@/text/areas/passholder";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";
import { StickyColumn } from "@/ui/sticky-column";
import { useLeading } from "@/ui/use-leading";
import type { PassPage } from "./multi-pass-screen";
import {
  type Entry,
  kept,
  missing,
  nameOf,
  newPasses,
  noPasses,
  offeredIn,
  type Passes,
  type PassesEvent,
  parseKept,
  passes,
  todayCents,
  totalCents,
  within,
  without,
  wrongOf,
} from "./passes-state";
import { entryOf, fieldNameOf } from "./passholder-entry";
import { addButtonOf, ProductPasses } from "./product-passes";

/** Passes to be paid for at once or over time: from the first passholder to the cart. */
export function PassChooser({ page, byPlan }: { page: PassPage; byPlan: boolean }) {
  const t = useText(
    alertTexts,
    loadingTexts,
    multiTexts,
    multiPassTexts,
    passTexts,
    passholderTexts,
    productTexts,
  );
  const id = useId();
  const router = useRouter();
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  const signInFor = useSignInFor();
  const offered = useMemo(() => offeredIn([...page.products, ...page.others]), [page.products, page.others]);
  const [state, dispatch] = useReducer(
    (before: typeof noPasses, event: PassesEvent) => passes(before, event, offered),
    noPasses,
  );
  const asked = useSearchParams().get(allPasses.name) === allPasses.value;
  /** Whoever asks for all passes is led to them. */
  const asks = useRef(false);
  const all = useRef<HTMLHeadingElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const [news, setNews] = useState("");
  /** How often Add to Cart was pressed in vain: what is to be read is focused each time. */
  const [vain, setVain] = useState(0);
  const told = useRef<HTMLDivElement>(null);
  const leadTo = useLeading();

  /** What the other tab alone shows waits there. */
  const here = byPlan ? within(state, offeredIn(shown([...page.products, ...page.others], true))) : state;
  const wrong = wrongOf(here);
  const left = state.entries.length - here.entries.length;
  const lacking = missing(here, offered);
  const tellsWrong = vain > 0 && wrong.length > 0;
  useErrorTitle(problem !== null || tellsWrong);
  useKept(page, state, dispatch);

  useEffect(() => {
    if (vain > 0) told.current?.focus();
  }, [vain]);

  // What was refused, or has another price, may have changed on the page too.
  const before = useRef(offered);
  useEffect(() => {
    if (before.current === offered) return;
    before.current = offered;
    dispatch({ type: "offered" });
  }, [offered]);

  const showsOthers =
    asked ||
    page.products.length === 0 ||
    page.others.some((product) =>
      product.variants.some((variant) =>
        state.entries.some((entry) => entry.variantId === variant.extProductVariantId),
      ),
    );

  useEffect(() => {
    if (showsOthers && asks.current) all.current?.focus();
    asks.current = false;
  }, [showsOthers]);

  function change(event: PassesEvent) {
    setNews("");
    setProblem(null);
    dispatch(event);
  }

  function add(variant: Variant) {
    const event = { type: "added", variantId: variant.extProductVariantId } as const;
    const { entries } = passes(state, event, offered);
    change(event);
    setNews(t("multi-pass.added", { number: entries.findIndex(({ key }) => key === state.nextKey) + 1 }));
    leadTo({ name: fieldNameOf({ key: state.nextKey }, "firstName") });
  }

  function remove(entry: Entry) {
    const own = state.entries.filter(({ variantId }) => variantId === entry.variantId);
    const previous = own[own.indexOf(entry) - 1] ?? own[1];
    const variant = offered.find((one) => one.variant.extProductVariantId === entry.variantId)?.variant;
    change({ type: "removed", key: entry.key });
    setNews(t("multi-pass.removed"));
    if (previous) leadTo({ id: entryOf(previous) });
    else if (variant) leadTo({ name: addButtonOf(variant) });
  }

  async function addToCart() {
    setNews("");
    setProblem(null);
    if (lacking !== null) {
      dispatch({ type: "pressed" });
      if (lacking === "passes") setProblem(t("multi-pass.passes-missing"));
      setVain((times) => times + 1);
      return;
    }
    setAdding(true);
    const body = { ...page.sale, newPasses: newPasses(here, offered) };
    const outcome = await changeCart(
      (api, reSubmitContext) =>
        api.POST("/cart/add-pass-with-product", { body: { ...body, reSubmitContext } }),
      { busy: t("loading.add-to-cart") },
    );
    if (outcome !== "kept" && outcome.ok) {
      keepEntries(page, without(state, here));
      rememberSelectionPath(`${window.location.pathname}${window.location.search}`);
      const passesInvolved = outcome.answer.proceedToPassFlow ?? false;
      // Plans that do not combine are told of on the pages that follow.
      if (byPlan) await changeCart((api) => api.POST("/cart/set-installment-billing"), {});
      else await endPlan();
      router.push(pathAfter("product-selection", { passesInvolved, installmentBilling: false }));
      return;
    }
    setAdding(false);
    router.refresh();
    if (outcome === "kept") return;
    dispatch({ type: "refused", errors: outcome.errors, sent: here.entries.map(({ key }) => key) });
    if (outcome.errors.length === 0) setProblem(outcome.message);
    setVain((times) => times + 1);
  }

  /** The full price was chosen for these passes: a plan that was chosen for earlier ones ends. */
  async function endPlan() {
    const cart = await call((api) => api.GET("/cart"));
    if (cart.ok && agreedPlan(cart.answer)) {
      await changeCart((api) => api.POST("/cart/clear-installment-billing"), {});
    }
  }

  const card = (product: Product, first: boolean) => (
    <li key={product.id}>
      <ProductPasses
        product={product}
        state={here}
        byPlan={byPlan}
        first={first}
        signIn={signInFor(product)}
        dispatch={change}
        onAdd={add}
        onRemove={remove}
      />
    </li>
  );

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="grid content-start gap-6 sm:gap-8">
        {state.gone ? (
          <Alert tone="info" label={t("alert.info")}>
            {t("multi-pass.gone")}
          </Alert>
        ) : null}
        {page.products.length > 0 ? (
          <section aria-labelledby={`${id}-own`}>
            <h2 id={`${id}-own`} className="sr-only">
              {t("multi-pass.choose")}
            </h2>
            <ul className="grid gap-5 sm:gap-6">
              {shown(page.products, byPlan).map((product, index) => card(product, index === 0))}
            </ul>
          </section>
        ) : (
          <Alert tone="info" label={t("alert.info")} live={false}>
            {page.message ?? t("multi.empty")}
          </Alert>
        )}
        {page.others.length === 0 ? null : showsOthers ? (
          <section aria-labelledby={`${id}-all`} className="grid gap-4">
            <h2 ref={all} id={`${id}-all`} tabIndex={-1} className="text-2xl">
              {t("multi-pass.all")}
            </h2>
            <ul className="grid gap-5 sm:gap-6">
              {shown(page.others, byPlan).map((product) => card(product, false))}
            </ul>
          </section>
        ) : (
          <p>
            <Link
              href={routes.withAllPasses(page.path)}
              prefetch={false}
              scroll={false}
              className={buttonClass("secondary")}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                // All of it is here already, and what is typed stays where it is.
                event.preventDefault();
                asks.current = true;
                writeQuery(allPasses.name, allPasses.value);
              }}
            >
              {t("multi-pass.view-all")}
            </Link>
          </p>
        )}
        <FeesIncluded
          t={t}
          variants={[...page.products, ...page.others].flatMap((product) => product.variants)}
        />
        {byPlan
          ? disclaimers([...page.products, ...page.others]).map(([html, names]) => (
              <div key={html} className="grid gap-1 text-sm">
                <h3 className="font-semibold">{names.join(", ")}</h3>
                <div className="prose text-sm text-ink-2" dangerouslySetInnerHTML={{ __html: html }} />
              </div>
            ))
          : null}
      </div>

      <StickyColumn>
        <section aria-labelledby={`${id}-yours`} className="card grid gap-2 p-4 sm:p-6">
          <h2 id={`${id}-yours`} className="text-xl">
            {t("multi-pass.yours")}
          </h2>
          {here.entries.length === 0 ? (
            <p className="text-ink-2">{t("multi-pass.none")}</p>
          ) : (
            <ul>
              {here.entries.map((entry, index) => (
                <Chosen
                  key={entry.key}
                  name={nameOf(entry) ?? t("multi-pass.unnamed", { number: index + 1 })}
                  offered={offered.find((one) => one.variant.extProductVariantId === entry.variantId)}
                  byPlan={byPlan}
                />
              ))}
            </ul>
          )}
          {left > 0 ? (
            <Alert tone="info" label={t("alert.info")}>
              {t(left === 1 ? "multi-pass.left-one" : "multi-pass.left-many", { count: left })}
            </Alert>
          ) : null}
          {problem !== null ? (
            <Alert ref={told} tone="error" label={t("alert.error")}>
              {problem}
            </Alert>
          ) : tellsWrong ? (
            <ErrorSummary
              ref={told}
              title={t("multi-pass.wrong")}
              entries={wrong.map(({ entry, field, wrong: what }) => ({
                field: fieldNameOf(entry, field),
                label: t("multi-pass.unnamed", { number: here.entries.indexOf(entry) + 1 }),
                message: wordsOf(what, (fault) => t(fault)),
              }))}
            />
          ) : null}
          <BuyBar
            place="panel"
            hint={{
              id: `${id}-hint`,
              text: lacking && problem === null && !tellsWrong ? t(`multi-pass.${lacking}-missing`) : "",
            }}
          >
            <RunningTotal
              t={t}
              cents={totalCents(here, offered, byPlan)}
              today={byPlan ? todayCents(here, offered) : null}
            />
            <Button
              className="max-w-56 flex-1"
              blocked={lacking !== null}
              busy={adding && question === null}
              aria-describedby={`${id}-hint`}
              onClick={addToCart}
            >
              {t("product.add-to-cart")}
            </Button>
          </BuyBar>
          <StatusLine>{news}</StatusLine>
          {question}
        </section>
      </StickyColumn>
    </div>
  );
}

/** One of the passes that were chosen, in the list beside them. */
function Chosen({
  name,
  offered,
  byPlan,
}: {
  name: string;
  offered: ReturnType<typeof offeredIn>[number] | undefined;
  byPlan: boolean;
}) {
  if (!offered) return null;
  const { displayPrice, installmentBillingPlanDescription, installmentBillingPlanToday } = offered.variant;
  const plan = byPlan ? installmentBillingPlanDescription : null;
  const today = byPlan ? installmentBillingPlanToday : null;
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-line py-2">
      <span className="min-w-0 break-words">
        {name}
        <span className="block text-sm text-ink-2">
          {ticketName(offered.variant)}, {offered.product.productDisplayName}
        </span>
        {plan ? <span className="block text-sm text-ink-2 first-letter:uppercase">{plan}</span> : null}
      </span>
      <span className="figures font-semibold">{formatMoney(today ?? displayPrice)}</span>
    </li>
  );
}

/** Where passes are to be paid over time, those that can be. */
function shown(products: Product[], byPlan: boolean): Product[] {
  if (!byPlan) return products;
  return products.flatMap((product) => {
    const variants = product.variants.filter((variant) => variant.installmentBillingPlanId);
    return variants.length > 0 ? [{ ...product, variants }] : [];
  });
}

/** What is said of plans, each with the products that may be paid by it. */
function disclaimers(products: Product[]): [html: string, names: string[]][] {
  const all = new Map<string, string[]>();
  for (const product of products) {
    for (const { installmentBillingPlanDisclaimer: html } of product.variants) {
      const names = html ? (all.get(html) ?? []) : [];
      if (html && !names.includes(product.productDisplayName))
        all.set(html, [...names, product.productDisplayName]);
    }
  }
  return [...all];
}

const draftOf = ({ path }: PassPage): string => `passes ${path}`;

function keepEntries(page: PassPage, state: Passes) {
  if (state.entries.length > 0) keepDraft(draftOf(page), kept(state));
  else forgetDraft(draftOf(page));
}

/** Takes up what was typed in this tab, and keeps what is. */
function useKept(page: PassPage, state: typeof noPasses, dispatch: (event: PassesEvent) => void) {
  const returned = useRef(false);
  useEffect(() => {
    const name = draftOf(page);
    if (!returned.current) {
      returned.current = true;
      const entries = parseKept(recallDraft(name, page.keptFor));
      if (entries.length > 0) {
        dispatch({ type: "returned", entries });
        return;
      }
    }
    keepEntries(page, state);
  }, [page, state, dispatch]);
}
