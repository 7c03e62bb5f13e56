"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Product, ProductDate } from "@/api/types";
import { pathAfter, rememberSelectionPath } from "@/flow/sale-path";
import { toCents } from "@/lib/money";
import { ticketName } from "@/lib/ticket-name";
import { BuyBar, RunningTotal } from "@/parts/buy-bar/buy-bar";
import { OfferRows } from "@/parts/cart-lines/offer-rows";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import type { PickerProps } from "@/parts/performance-picker/picker-props";
import { linePerformances, variants as pickedVariants } from "@/parts/performance-picker/picker-state";
import type { Sale } from "@/parts/performance-picker/sale";
import type { NamedOrder } from "@/parts/performance-picker/seats/seat-state";
import { usePicker } from "@/parts/performance-picker/use-picker";
import type { WeekPage } from "@/parts/performance-picker/week/week-step";
import { QuantityStepper } from "@/parts/quantity-stepper/quantity-stepper";
import { alertTexts } from "@/text/areas/alert";
import { loadingTexts } from "@/text/areas/loading";
import { offerTexts } from "@/text/areas/offer";
import { productTexts } from "@/text/areas/product";
import { seatsTexts } from "@/text/areas/seats";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { useInBrowser } from "@/ui/use-in-browser";
import {
  boundsOf,
  cartLines,
  type Entitled,
  entitledTo,
  type Missing,
  missing,
  missingSeats,
  openingQuantities,
  type Quantities,
  quantityOf,
  redeemedLines,
  seatLines,
  totalCents,
} from "./order-state";
import { useQuote } from "./use-quote";
import { type Choices, choicesOf, useRemembered } from "./use-remembered";
import { VariantRow } from "./variant-row";

const MonthPicker = lazy(() => import("@/parts/performance-picker/month-picker"));
const WeekPicker = lazy(() => import("@/parts/performance-picker/week/week-picker"));

type Props = {
  product: Product;
  sale: Sale;
  dates: ProductDate[];
  starting: string | null;
  /** Weeks with prices instead of the month calendar. */
  week?: WeekPage;
  /** The server-rendered summary, shown until the picker has loaded. */
  summary: ReactNode;
  inModal?: boolean;
  /** The variant chosen before the panel opened. Its quantity starts at the minimum. */
  chosen?: string;
  /** The variant to redeem: only that variant is offered, up to the number that is left. */
  entitled?: Entitled;
  /** Called after the items were added. Without it the shopper is led to the next step. */
  onAdded?: (passesInvolved: boolean) => void;
};

/** All steps from the first choice to the cart. */
export function BuyPanel({
  product,
  sale,
  dates,
  starting,
  week,
  summary,
  inModal,
  chosen,
  entitled,
  onAdded,
}: Props) {
  const t = useText(alertTexts, loadingTexts, offerTexts, productTexts, seatsTexts, summaryTexts);
  const id = useId();
  const router = useRouter();
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  const { state, dispatch, loading } = usePicker(product.id, sale);
  const [quantities, setQuantities] = useState<Quantities>({});
  /** If the shopper chooses named seats, they replace the quantities. */
  const [named, setNamed] = useState<NamedOrder | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const inBrowser = useInBrowser();
  /** Focus moves on only after the shopper's own choices, not after choices restored by Back. */
  const [touched, setTouched] = useState(false);
  /** The choices at the time the day was reset, kept until another day is chosen. */
  const [before, setBefore] = useState<Choices | null>(null);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  const panel = useRef<HTMLDivElement>(null);
  const sold = product.hasPerformances ? pickedVariants(state) : product.variants;
  const variants = useMemo(() => (entitled && sold ? entitledTo(sold, entitled) : sold), [entitled, sold]);
  const [offered, setOffered] = useState<typeof variants>(null);
  if (chosen && variants !== offered) {
    setOffered(variants);
    // Typed quantities stay when the prices are read again. After other choices there are none.
    if (variants && Object.keys(quantities).length === 0) setQuantities(openingQuantities(variants, chosen));
  }
  const lacking = named ? missingSeats(named) : missing(variants, quantities);
  const repeating = useRemembered({
    productId: onAdded ? null : product.id,
    state,
    variants,
    quantities,
    named,
    dispatch,
    setQuantities,
    setNamed,
  });

  // After the last choice focus moves to the quantities, so that keyboard users continue there.
  const ready = product.hasPerformances && variants !== null;
  useEffect(() => {
    const holder = document.activeElement;
    if (!touched || !ready || !(holder === document.body || holder?.matches("[data-picker]"))) return;
    panel.current?.querySelector<HTMLElement>("[data-quantities]")?.focus();
  }, [ready, touched]);

  function hint(what: Missing): string {
    switch (what.reason) {
      case "choices":
        return t(state.date === null ? "product.date-missing" : "product.choice-missing");
      case "seats":
        return t("seats.missing");
      case "invalid":
        return t("product.quantity-invalid", { variant: ticketName(what.variant) });
      case "quantity":
        return t("product.quantity-missing");
    }
  }

  function chosenLines() {
    return named
      ? seatLines(product.id, named, (seatId) => linePerformances(state, seatId))
      : cartLines(product.id, variants ?? [], quantities, linePerformances(state));
  }

  // A redeemed line has the price of its entitlement, and offers do not apply to it.
  const quote = useQuote(product, sale, lacking || entitled ? [] : chosenLines());

  async function add() {
    setProblem(null);
    setAdding(true);
    const lines = chosenLines();
    const items = entitled ? redeemedLines(lines, entitled) : lines;
    const outcome = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/add", { body: { ...sale, items, reSubmitContext } }),
      { busy: t("loading.add-to-cart") },
    );
    setAdding(false);
    if (outcome === "kept") {
      // The confirmation may have been about a price that the page no longer shows.
      dispatch({ type: "repriced" });
      return;
    }
    if (!outcome.ok) {
      setProblem(outcome.message);
      setRefusals((count) => count + 1);
      return;
    }
    const passesInvolved = outcome.answer.proceedToPassFlow ?? false;
    if (onAdded) {
      onAdded(passesInvolved);
      return;
    }
    repeating.forgetSeats();
    rememberSelectionPath(`${window.location.pathname}${window.location.search}`);
    router.push(pathAfter("product-selection", { passesInvolved, installmentBilling: false }));
  }

  const picker: PickerProps = {
    productId: product.id,
    sale,
    chosen,
    state,
    loading,
    touched,
    present: before?.picker?.date,
    onKeep() {
      if (before) repeating.again(before);
      setBefore(null);
    },
    onNamed: setNamed,
    keptSeats: named?.seats,
    only: entitled && ((seats) => entitledTo(seats, entitled)),
    refusals,
    dispatch: (event) => {
      repeating.stop();
      setTouched(true);
      if (event.type === "dateChosen") setBefore(null);
      if (event.type === "reopened" && event.step.kind === "date") {
        setBefore(choicesOf(state, quantities, named));
      }
      // Another date, time or place has other variants and seats, so neither is kept.
      if (event.type !== "retried") {
        setQuantities({});
        setNamed(null);
      }
      setProblem(null);
      dispatch(event);
    },
  };
  const regular = named ? named.cents : variants ? totalCents(variants, quantities) : 0;
  const cents = quote ? toCents(quote.displayTotal) : regular;

  return (
    <div ref={panel} className="grid gap-2">
      {product.hasPerformances ? (
        inBrowser ? (
          <Suspense fallback={summary}>
            {week ? (
              <WeekPicker {...picker} week={week} />
            ) : (
              <MonthPicker
                {...picker}
                dates={dates}
                starting={starting}
                pricedFor={product.variants[0]?.displayName}
              />
            )}
          </Suspense>
        ) : (
          summary
        )
      ) : null}

      {variants && variants.length > 0 ? (
        <section aria-label={t("product.quantity-title")}>
          <h2 tabIndex={-1} data-quantities className="pt-2 text-base">
            {t("product.quantity-title")}
          </h2>
          <ul>
            {variants.map((variant) => (
              <VariantRow
                key={variant.extProductVariantId}
                t={t}
                variant={variant}
                isPackage={product.isPackage}
              >
                <QuantityStepper
                  name={`${ticketName(variant)}, ${product.productDisplayName}`}
                  bounds={boundsOf(variant)}
                  quantity={quantityOf(quantities, variant)}
                  onChange={(quantity) => {
                    repeating.stop();
                    setProblem(null);
                    setQuantities((all) => ({ ...all, [variant.extProductVariantId]: quantity }));
                  }}
                />
              </VariantRow>
            ))}
          </ul>
        </section>
      ) : null}

      {problem ? (
        <Alert ref={alert} tone="error" label={t("alert.error")}>
          {problem}
        </Alert>
      ) : null}

      <BuyBar
        place={inModal ? "modal" : "panel"}
        hint={{ id: `${id}-hint`, text: lacking && !problem ? hint(lacking) : "" }}
      >
        {quote ? <OfferRows t={t} offers={quote.offers} className="basis-full" /> : null}
        <RunningTotal t={t} cents={cents} />
        <Button
          className="max-w-56 flex-1"
          blocked={lacking !== null}
          busy={adding && question === null}
          aria-describedby={`${id}-hint`}
          onClick={() => (lacking ? setProblem(hint(lacking)) : add())}
        >
          {t("product.add-to-cart")}
        </Button>
      </BuyBar>

      {question}
    </div>
  );
}
