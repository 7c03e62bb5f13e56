"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { call } from "@/api/call";
import type { Cart, CartAddLine, OtherTime, Variant } from "@/api/types";
import { saveAddedItems } from "@/flow/added-items";
import { pathAfter, saveSelectionPath } from "@/flow/sale-path";
import { toCents } from "@/lib/money";
import { routes } from "@/lib/routes";
import { showFocused } from "@/lib/show-focused";
import { ticketName } from "@/lib/ticket-name";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { useProblem } from "@/parts/error-summary/problem";
import { type Exchange, isExchanged, missingPeople } from "@/parts/exchange-notice/exchange-state";
import { useExchange } from "@/parts/exchange-notice/use-exchange";
import { asksHowToPay } from "@/parts/payment-plan/plan";
import type { PickerProps } from "@/parts/performance-picker/picker-props";
import {
  changesOffer,
  hasNextPlace,
  isPlaceChosen,
  linePerformances,
  namedCount,
  type PickerEvent,
  type PickerState,
  variants as pickedVariants,
  seatedUnits,
} from "@/parts/performance-picker/picker-state";
import type { Sale } from "@/parts/performance-picker/sale";
import type { NamedOrder } from "@/parts/performance-picker/seats/seat-state";
import { usePicker } from "@/parts/performance-picker/use-picker";
import type { Quantity } from "@/parts/quantity-stepper/stepper-state";
import { loadingTexts } from "@/text/areas/loading";
import { placeTexts } from "@/text/areas/place";
import { productTexts } from "@/text/areas/product";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import type { BuyPanelProps } from "./buy-panel";
import { dayPrice } from "./day-price";
import {
  addedItems,
  areSame,
  cartLines,
  entitledTo,
  exchangedQuantities,
  groupOf,
  initialQuantities,
  keptQuantities,
  type Missing,
  maxGroupSize,
  missing,
  missingSeats,
  peopleOf,
  type Quantities,
  redeemedLines,
  seatedCents,
  seatLines,
  totalCents,
} from "./order-state";
import { useQuote } from "./use-quote";
import { type Choices, choicesOf, useStoredChoices } from "./use-stored-choices";

/** The shopper's choices for a product, their price, and the function that adds them to the cart. */
export function useOrder({ product, sale, day = null, chosen, entitled, onAdded }: BuyPanelProps) {
  const t = useText(productTexts, placeTexts);
  const router = useRouter();
  const { state, dispatch, loading } = usePicker(product.id, sale);
  const exchange = useExchange();
  const { variants, quantities, setQuantities, startAgain, quantitiesOf, lastChosen } = useQuantities({
    product,
    state,
    chosen,
    entitled,
    exchange,
  });
  const group = entitled ? undefined : groupOf(product);
  const people = group ? Math.min(missingPeople(exchange, product.id, product.variants), group.max) : 0;
  // The exchange may be read after the page was shown. The shopper may change the number afterwards.
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || people < 2) return;
    isBegun.current = true;
    if (state.groupSize === 1) dispatch({ type: "groupSizeChosen", groupSize: people });
  }, [people, state.groupSize, dispatch]);
  /** If the shopper chooses named seats, they replace the quantities. */
  const units = seatedUnits(state);
  const storedChoices = useStoredChoices({
    productId: onAdded ? null : product.id,
    day,
    state,
    variants,
    quantities,
    dispatch,
    setQuantities,
  });

  const missingChoice = units
    ? missingSeats(units, isPlaceChosen(state) && !hasNextPlace(state))
    : missing(variants, quantities);
  const missingText = missingChoice && textOf(t, missingChoice, state.date !== null);
  const lines = () =>
    units
      ? seatLines(product.id, units, (seats) => linePerformances(state, seats))
      : cartLines(product.id, variants ?? [], quantities, linePerformances(state));
  // A redeemed line has the price of its entitlement, and offers do not apply to it.
  const ofDay = missingChoice && !entitled ? dayPrice(product, state, quantitiesOf) : null;
  const priced = missingChoice ? (ofDay?.lines ?? []) : lines();
  const quote = useQuote(product, variants ?? product.variants, sale, entitled ? [] : priced);
  const regular = units ? seatedCents(state, units) : variants ? totalCents(variants, quantities) : 0;

  const { add, setProblem, refusals, ...cart } = useAddToCart({
    sale,
    onAdded(items, passesInvolved, direct) {
      // Checkout lists all items, and passes are completed first.
      if (!direct && !passesInvolved) saveAddedItems(addedItems(product, items, state));
      return onAdded ? onAdded(passesInvolved) : leave(passesInvolved, direct);
    },
    // The prices are read again, because the declined question may have been about a changed price.
    onKept: () => dispatch({ type: "repriced" }),
  });

  async function leave(passesInvolved: boolean, direct: boolean): Promise<void> {
    storedChoices.forgetSeats();
    saveSelectionPath(`${window.location.pathname}${window.location.search}`);
    if (passesInvolved || !direct) {
      router.push(pathAfter("product-selection", { passesInvolved, installmentBilling: false }));
      return;
    }
    const cart = await call<Cart>((api) => api.GET("/cart"));
    // The cart says what keeps it from being bought.
    if (cart.ok && cart.answer.unmet.length > 0) return router.push(routes.cart());
    const installmentBilling = cart.ok && asksHowToPay(cart.answer);
    // The checkout needs a full page load: after a client-side navigation the security headers of this page would still
    // apply, and they forbid the frame of the card form.
    window.location.assign(pathAfter("product-selection", { passesInvolved, installmentBilling, direct }));
    await untilRestored();
  }

  const onNamed = useCallback(
    (named: NamedOrder | null) => dispatch({ type: "seatsNamed", named }),
    [dispatch],
  );

  const picker = usePickerProps({
    base: {
      productId: product.id,
      siteId: product.site?.id,
      sale,
      chosen,
      state,
      loading,
      refusals,
      group,
    },
    only: entitled && ((seats) => entitledTo(seats, entitled)),
    choices: () => choicesOf(state, quantities),
    storedChoices,
    onNamed,
    onEvent(event) {
      // A different date, time or place has different variants and seats, so the quantities and seats are cleared.
      if (changesOffer(event)) startAgain();
      setProblem(null);
      dispatch(event);
      // The next date, time and place must have room for everyone who was chosen before.
      const people = units ? namedCount(state) : peopleOf(quantities);
      if (event.type === "reopened" && people > 0)
        dispatch({ type: "groupSizeChosen", groupSize: Math.min(people, maxGroupSize) });
    },
  });

  return {
    picker,
    lastChosen,
    variants,
    quantities,
    changeQuantity(variantId: string, quantity: Quantity) {
      storedChoices.stop();
      setProblem(null);
      setQuantities((all) => ({ ...all, [variantId]: quantity }));
    },
    quote,
    cents: quote ? toCents(quote.displayTotal) : (ofDay?.lowest ?? regular),
    isExchanged: isExchanged(exchange, product.id),
    /** Whether other times of the chosen day cost more. */
    isLowest: ofDay !== null && ofDay.lowest < ofDay.highest,
    /** What the shopper still has to choose; null if the order can be added. */
    missing: missingText,
    ...cart,
    /** Chooses another time instead of a full one, for the same number of each ticket. */
    chooseOther(time: OtherTime) {
      const { date, performanceIds } = withOther(state, time);
      const { counts } = choicesOf(state, quantities);
      picker.dispatch({ type: "reopened", step: { kind: "date" } });
      storedChoices.again({ picker: { date, showId: time.showId, performanceIds }, counts });
    },
    /** Adds the order to the cart, or reports what is missing. With `direct` checkout opens next. */
    submit(direct = false) {
      if (missingText) return setProblem(missingText);
      void add(entitled ? redeemedLines(lines(), entitled) : lines(), direct);
    },
  };
}

/** The day and the performances of the choices so far, with another time in the place of the full one. */
function withOther(state: PickerState, { selectionIndex, performanceId, performanceDateTime }: OtherTime) {
  const chosen = (linePerformances(state) ?? []).map((visit) =>
    visit.selectionIndex === selectionIndex ? performanceId : visit.performanceId,
  );
  return { date: performanceDateTime.slice(0, 10), performanceIds: chosen };
}

/** What the shopper still has to choose. */
function textOf(t: Translate<"product" | "place">, what: Missing, hasDate: boolean): string {
  switch (what.reason) {
    case "choices":
      return t(hasDate ? "product.choice-missing" : "product.date-missing");
    case "seats":
      return t("place.missing");
    case "invalid":
      return t("product.quantity-invalid", { variant: ticketName(what.variant) });
    case "quantity":
      return t("product.quantity-missing");
  }
}

type AddOptions = {
  sale: Sale;
  /** `direct` says that the shopper asked for checkout. The panel stays busy until the promise resolves. */
  onAdded: (items: CartAddLine[], passesInvolved: boolean, direct: boolean) => void | Promise<void>;
  /** Called when the shopper declines a confirmation and keeps the cart. */
  onKept: () => void;
};

/** Adds lines to the cart. If the shop asks for a confirmation, the shopper must confirm first. */
function useAddToCart({ sale, onAdded, onKept }: AddOptions) {
  const t = useText(loadingTexts);
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  const [refusals, setRefusals] = useState(0);
  const { problem, setProblem, alert } = useProblem();
  const [otherTimes, setOtherTimes] = useState<OtherTime[]>([]);
  /** The button whose press is being carried out; null if none. */
  const [adding, setAdding] = useState<"add" | "direct" | null>(null);

  async function add(items: CartAddLine[], direct: boolean) {
    if (adding !== null) return;
    setProblem(null);
    setOtherTimes([]);
    setAdding(direct ? "direct" : "add");
    const outcome = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/add", { body: { ...sale, items, reSubmitContext } }),
      { busy: t("loading.add-to-cart") },
    );
    if (outcome !== "kept" && outcome.ok)
      await onAdded(items, outcome.answer.proceedToPassFlow ?? false, direct);
    setAdding(null);
    if (outcome === "kept") return onKept();
    if (outcome.ok) return;
    setProblem(outcome.message);
    setOtherTimes(outcome.otherTimes);
    setRefusals((count) => count + 1);
  }

  return { add, adding, problem, setProblem, otherTimes, alert, refusals, question };
}

/**
 * Resolves when the browser restores this page from the back/forward cache. Until then the browser is leaving the page,
 * and nothing must be added again.
 */
function untilRestored(): Promise<void> {
  return new Promise((resolve) => addEventListener("pageshow", () => resolve(), { once: true }));
}

type QuantityOptions = Pick<BuyPanelProps, "product" | "chosen" | "entitled"> & {
  /** What is still missing of it is chosen at the start. */
  exchange: Exchange | undefined;
  state: Parameters<typeof pickedVariants>[0];
};

const none: Quantities = {};

/** The variants on offer and their quantities. */
function useQuantities({ product, state, chosen, entitled, exchange }: QuantityOptions) {
  const [quantities, setQuantities] = useState<Quantities>({});
  /** The quantities before the last choice. They are restored if the next choice is for as many people. */
  const [before, setBefore] = useState<Quantities>(none);
  const sold = product.hasPerformances ? pickedVariants(state) : product.variants;
  const variants = useMemo(() => (entitled && sold ? entitledTo(sold, entitled) : sold), [entitled, sold]);
  const [offered, setOffered] = useState<typeof variants>(null);
  const quantitiesOf = (sold: Variant[]) =>
    keptQuantities(sold, before, state.groupSize) ??
    (chosen === undefined ? exchangedQuantities(sold, exchange, product.id, state.groupSize) : null) ??
    initialQuantities(sold, chosen, state.groupSize);
  // The quantity of a redeemed variant starts only if the panel was opened for it.
  if (variants !== offered && (chosen || !entitled)) {
    setOffered(variants);
    // Typed quantities stay when the prices are read again. A new date, time or place has cleared them, so
    // the initial quantities are set.
    if (variants && Object.keys(quantities).length === 0) setQuantities(quantitiesOf(variants));
  }
  const [knownExchange, setKnownExchange] = useState(exchange);
  if (exchange !== knownExchange) {
    setKnownExchange(exchange);
    // The exchange was read after the variants, and the shopper has changed nothing meanwhile.
    const isLate = knownExchange === undefined && variants !== null && before === none;
    if (isLate && areSame(quantities, initialQuantities(variants, chosen, state.groupSize)))
      setQuantities(quantitiesOf(variants));
  }
  /** Clears the quantities, which start again when the next variants have loaded. */
  function startAgain() {
    if (peopleOf(quantities) > 0) setBefore(quantities);
    setQuantities({});
  }
  const counted = Object.keys(before).filter((variantId) => (before[variantId]?.value ?? 0) > 0);
  /** The variants that were chosen before the last choice, or with which the panel opened. */
  const lastChosen = counted.length === 0 && chosen ? [chosen] : counted;
  return { variants, quantities, setQuantities, startAgain, quantitiesOf, lastChosen };
}

type PickerOptions = {
  base: Pick<
    PickerProps,
    "productId" | "siteId" | "sale" | "chosen" | "state" | "loading" | "refusals" | "group"
  >;
  only: PickerProps["only"];
  /** Returns the current choices. */
  choices: () => Choices;
  storedChoices: ReturnType<typeof useStoredChoices>;
  onNamed: PickerProps["onNamed"];
  onEvent: (event: PickerEvent) => void;
};

/** The properties of the picker. A shopper who resets the day can restore the choices made before. */
function usePickerProps({
  base,
  only,
  choices,
  storedChoices,
  onNamed,
  onEvent,
}: PickerOptions): PickerProps {
  /**
   * Whether the shopper has made a choice on this page. Focus moves on only after such a choice, not after choices
   * restored by Back.
   */
  const [touched, setTouched] = useState(false);
  /** The choices at the time when the day was reset, kept until they are restored or the next day is chosen. */
  const [before, setBefore] = useState<Choices | null>(null);
  return {
    ...base,
    only,
    touched,
    present: before?.picker?.date,
    onKeep() {
      if (before) storedChoices.again(before);
      setBefore(null);
    },
    onEarliest({ performanceDateTime, showId, performanceId }) {
      setTouched(true);
      setBefore(null);
      const date = performanceDateTime.slice(0, 10);
      storedChoices.again({
        picker: { date, showId, performanceIds: [performanceId] },
        counts: {},
      });
    },
    onNamed,
    dispatch(event) {
      storedChoices.stop();
      setTouched(true);
      if (event.type === "dateChosen") setBefore(null);
      if (event.type === "reopened" && event.step.kind === "date") setBefore(choices());
      onEvent(event);
    },
  };
}

/** Moves the focus to the quantities after the last choice, so that keyboard users continue there. */
export function useQuantityFocus(isReady: boolean, touched: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const holder = document.activeElement;
    if (!touched || !isReady || !(holder === document.body || holder?.matches("[data-picker]"))) return;
    const heading = panel.current?.querySelector<HTMLElement>("[data-quantities]");
    if (heading) showFocused(heading);
  }, [isReady, touched]);
  return panel;
}
