"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useReducer, useRef, useState } from "react";
import { useCartChange } from "@/api/swr";
import { pathAfter } from "@/flow/sale-path";
import { formatCents, formatMoney } from "@/lib/money";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { passTexts } from "@/text/areas/pass";
import { passProductsTexts } from "@/text/areas/pass-products";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { DisclosureCard } from "@/ui/disclosure-card";
import { StatusLine } from "@/ui/status-line";
import { StickyColumn } from "@/ui/sticky-column";
import { TextButton } from "@/ui/text-button";
import { useLeading } from "@/ui/use-leading";
import { ProductOptions, shortName } from "./product-options";
import {
  allSelected,
  type Choosing,
  nextOpen,
  opened,
  optionsMatch,
  type ProductCard,
  products,
  selectedOption,
  selections,
  totalCents,
} from "./products-state";
import type { Purpose } from "./read-products";

type Props = {
  purpose: Purpose;
  choices: Choosing[];
  /** Why the options of a pass could not be told. */
  problem: string | null;
  billingBlocked: boolean;
};

const purposes = {
  renewal: {
    title: "page.pass-products",
    intro: "pass-products.intro",
    back: { path: routes.passDemographics, words: "pass-products.to-holders" },
    step: "pass-products",
  },
  upgrade: {
    title: "page.upgrade-products",
    intro: "pass-products.intro-upgrade",
    back: { path: routes.upgradeSelect, words: "pass-products.to-tickets" },
    step: "upgrade-product",
  },
} as const;

const continueButton = "continue";
const headingOf = ({ id }: { id: string }) => `pass.${id}`;
const groupOf = ({ id }: { id: string }) => `product.${id}`;

/** What each pass is to be: one card each, closed as soon as its choice is confirmed. */
export function ProductsScreen({ purpose, choices, problem: initialProblem, billingBlocked }: Props) {
  const { title, intro, back, step } = purposes[purpose];
  const t = useText(alertTexts, pageTexts, passTexts, passProductsTexts);
  const router = useRouter();
  const changeCart = useCartChange();
  const [state, dispatch] = useReducer(products, choices, opened);
  const [problem, setProblem] = useState(initialProblem);
  const [saving, setSaving] = useState(false);
  const leadTo = useLeading();
  const alert = useRef<HTMLDivElement>(null);
  useErrorTitle(problem !== null || state.some(({ missing }) => missing));

  useEffect(() => {
    if (problem !== null && problem !== initialProblem) alert.current?.focus();
  }, [problem, initialProblem]);

  const isReady = allSelected(state);
  const missing = state.filter(({ selected }) => selected === null);

  /** Several passes may have no name yet. */
  function nameOf({ id }: { id: string }): string {
    const pass = choices.map((choice) => choice.pass).find(({ extCartTicketId }) => extCartTicketId === id);
    const nameless = state.filter((card) => fullName(choices, card.id) === "");
    const number =
      purpose === "renewal" && nameless.length > 1
        ? ` ${nameless.findIndex((card) => card.id === id) + 1}`
        : "";
    const ticket = [pass?.upgradedProductName, pass?.upgradedVariantName].filter(Boolean).join(", ");
    const unnamed = purpose === "upgrade" ? ticket || t("pass-products.ticket") : t("pass.new");
    const name = [fullName(choices, id), ticket].filter(Boolean).join(", ") || `${unnamed}${number}`;
    const code = pass?.platformAccountId ?? pass?.upgradedMediaCode;
    return code ? t("pass.named", { name, id: code }) : name;
  }

  function confirm(card: ProductCard, forAll: boolean) {
    dispatch({ type: forAll ? "confirmedForAll" : "confirmed", id: card.id });
    if (card.selected === null) {
      leadTo({ name: groupOf(card) });
      return;
    }
    const next = forAll ? undefined : nextOpen(state, card.id);
    leadTo({ name: next ? headingOf(next) : continueButton });
  }

  async function goOn() {
    const [first] = missing;
    if (first) {
      dispatch({ type: "toggled", id: first.id, open: true });
      dispatch({ type: "confirmed", id: first.id });
      leadTo({ name: first.options.length > 0 ? groupOf(first) : headingOf(first) });
      return;
    }
    setProblem(null);
    setSaving(true);
    const outcome = await changeCart(
      (api) => api.POST("/cart/pass-product", { body: { passes: selections(state) } }),
      { busy: t("pass-products.saving") },
    );
    if (outcome.ok) {
      router.push(pathAfter(step, { passesInvolved: true, installmentBilling: false }));
      return;
    }
    setSaving(false);
    setProblem(outcome.message);
  }

  const isShareable = optionsMatch(state);
  const total = formatCents(totalCents(state));

  return (
    <div className="frame grid gap-6 sm:gap-8">
      <header className="grid gap-2">
        <h1 className="text-h1">{t(title)}</h1>
        <p className="text-ink-2">{t(intro)}</p>
      </header>
      {billingBlocked ? (
        <Alert tone="warning" label={t("alert.warning")} live={false}>
          {t("pass.billing-blocked")}
        </Alert>
      ) : null}
      {problem !== null ? (
        <Alert ref={alert} tone="error" label={t("alert.error")} live={problem !== initialProblem}>
          {problem}
        </Alert>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8">
        <ul aria-label={t(title)} className="grid gap-4">
          {state.map((card) => {
            const option = selectedOption(card);
            const name = nameOf(card);
            return (
              <li key={card.id}>
                <DisclosureCard
                  level={2}
                  name={headingOf(card)}
                  title={name}
                  status={
                    <span className="figures text-sm font-normal tracking-normal text-ink-2">
                      {option && !card.expanded
                        ? `${shortName(option)}, ${formatMoney(option.price)}`
                        : card.expanded
                          ? null
                          : t("pass-products.not-chosen")}
                    </span>
                  }
                  open={card.expanded}
                  onToggle={(open) => dispatch({ type: "toggled", id: card.id, open })}
                  action={
                    card.confirmed && !card.expanded ? (
                      <TextButton
                        aria-label={t("pass-products.change-of", { name })}
                        className="-mr-2 max-sm:-ml-2"
                        onClick={() => {
                          dispatch({ type: "toggled", id: card.id, open: true });
                          leadTo({ name: headingOf(card) });
                        }}
                      >
                        {t("pass-products.change")}
                      </TextButton>
                    ) : null
                  }
                >
                  {card.options.length > 0 ? (
                    <div className="grid gap-4">
                      <ProductOptions
                        name={groupOf(card)}
                        legend={t("pass-products.options-of", { name })}
                        options={card.options}
                        selected={card.selected}
                        missing={card.missing}
                        onSelect={(variantId) => dispatch({ type: "selected", id: card.id, variantId })}
                      />
                      <div className="flex flex-wrap gap-3">
                        <Button
                          look="secondary"
                          aria-label={t("pass-products.confirm-of", { name })}
                          onClick={(event) => {
                            // The second press of a double click would confirm the next pass, whose button stands here by now.
                            if (event.detail < 2) confirm(card, false);
                          }}
                        >
                          {t("pass-products.confirm")}
                        </Button>
                        {isShareable ? (
                          <Button look="quiet" className="max-sm:-ml-5" onClick={() => confirm(card, true)}>
                            {t("pass-products.same-for-all", { count: state.length })}
                          </Button>
                        ) : null}
                      </div>
                    </div>
                  ) : (
                    <p className="text-ink-2">
                      {t("pass-products.none")}{" "}
                      <Link href={back.path()} prefetch={false}>
                        {t(back.words)}
                      </Link>
                    </p>
                  )}
                </DisclosureCard>
              </li>
            );
          })}
        </ul>
        <StickyColumn>
          <aside className="grid gap-4">
            <section aria-labelledby="choices-title" className="card grid gap-3 p-4 lg:p-6">
              <h2 id="choices-title" className="text-lg">
                {t("pass-products.summary")}
              </h2>
              <ul className="grid gap-2">
                {state.map((card) => {
                  const option = selectedOption(card);
                  return (
                    <li key={card.id} className="flex items-baseline justify-between gap-4">
                      <span className="min-w-0">
                        {nameOf(card)}
                        <span className="block text-sm text-ink-2">
                          {option ? shortName(option) : t("pass-products.not-chosen")}
                        </span>
                      </span>
                      {option ? <span className="figures">{formatMoney(option.price)}</span> : null}
                    </li>
                  );
                })}
              </ul>
              <hr className="perforation" />
              <p className="flex items-baseline justify-between gap-4 font-semibold">
                {t("pass-products.total")}
                <span data-running-total className="figures text-2xl font-bold">
                  {total}
                </span>
              </p>
              <p className="text-sm text-ink-2">{t("pass-products.before-tax")}</p>
            </section>
            <BuyBar place="plain">
              <p className="whitespace-nowrap lg:hidden" aria-hidden="true">
                <span className="legend block">{t("pass-products.total")}</span>
                <span className="figures text-xl font-bold">{total}</span>
              </p>
              <Button
                name={continueButton}
                blocked={!isReady}
                busy={saving}
                aria-describedby="choices-missing"
                onClick={goOn}
                className="max-w-56 flex-1 lg:max-w-none"
              >
                {t("pass-products.continue")}
              </Button>
            </BuyBar>
            <div id="choices-missing" className="max-lg:sr-only">
              <StatusLine visible>
                {isReady ? "" : t("pass-products.still-needed", { names: missing.map(nameOf).join(", ") })}
              </StatusLine>
            </div>
          </aside>
        </StickyColumn>
      </div>
    </div>
  );
}

function fullName(choices: Choosing[], id: string): string {
  const pass = choices.find((choice) => choice.pass.extCartTicketId === id)?.pass;
  return pass ? `${pass.firstName} ${pass.lastName}`.trim() : "";
}
