"use client";

import { lazy, type ReactNode, Suspense, useEffect, useId } from "react";
import type { Performance, Product, ProductDate } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import { BuyBar, RunningTotal, StartingPrice } from "@/parts/buy-bar/buy-bar";
import { OfferRows } from "@/parts/cart-lines/offer-rows";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { OpenStepAlert } from "@/parts/performance-picker/open-step-alert";
import type { PickerProps } from "@/parts/performance-picker/picker-props";
import { namesSeats, openStep } from "@/parts/performance-picker/picker-state";
import type { Sale } from "@/parts/performance-picker/sale";
import type { WeekPage } from "@/parts/performance-picker/week/week-step";
import { calendarSpan } from "@/parts/price/calendar-span";
import { QuantityStepper } from "@/parts/quantity-stepper/quantity-stepper";
import { offerTexts } from "@/text/areas/offer";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import { summaryTexts } from "@/text/areas/summary";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { useInBrowser } from "@/ui/use-in-browser";
import { joinedOffers } from "./joined-offers";
import { boundsOf, type Entitled, quantityOf } from "./order-state";
import { priceNote } from "./price-note";
import { startPrice } from "./start-price";
import { useOrder, useQuantityFocus } from "./use-order";
import { VariantRow } from "./variant-row";

const MonthPicker = lazy(() => import("@/parts/performance-picker/month-picker"));
const OtherTimes = lazy(() => import("./other-times"));
const WeekPicker = lazy(() => import("@/parts/performance-picker/week/week-picker"));

export type BuyPanelProps = {
  product: Product;
  sale: Sale;
  dates: ProductDate[];
  starting: string | null;
  /** The day that is chosen when the panel opens, unless the shopper has made choices on this page before. */
  day?: string | null;
  /** The next performance that is not full, if the page knows it. */
  next?: Performance | null;
  /** The data of the week picker, which then replaces the month calendar. */
  week?: WeekPage;
  /** Shown until the picker has loaded. */
  summary: ReactNode;
  inModal?: boolean;
  /** The variant chosen before the panel opened. Its quantity starts at the minimum. */
  chosen?: string;
  /** The variant to redeem: only that variant is offered, up to the number that is left. */
  entitled?: Entitled;
  /** Called when the seat plan opens or closes, which needs more room than all other choices. */
  onSeatPlan?: (isOpen: boolean) => void;
  /** Called after the items were added. Without it the next step opens. */
  onAdded?: (passesInvolved: boolean) => void;
};

/** All steps from the first choice to the cart. */
export function BuyPanel(props: BuyPanelProps) {
  const { product, inModal, onSeatPlan } = props;
  const t = useText(offerTexts, productTexts, summaryTexts);
  const hint = `${useId()}-hint`;
  const order = useOrder(props);
  const { picker, quote, missing, problem, question } = order;
  /** Whether the shopper can go to the checkout at once. */
  const isDirect = missing === null && !props.onAdded;
  // Nothing is chosen that has a price.
  const onDays = calendarSpan(props);
  const start =
    missing && order.cents === 0 ? startPrice(product, picker.state, order.variants, onDays) : null;
  const restricted = product.variants.filter(({ isRestricted }) => isRestricted);
  const forSome = onDays ? restricted.map(({ extProductVariantId }) => extProductVariantId) : undefined;
  const alert = problem ? (
    <ProblemAlert problem={problem} alert={order.alert}>
      {order.otherTimes.length > 0 ? (
        <Suspense>
          <OtherTimes times={order.otherTimes} onChoose={order.chooseOther} />
        </Suspense>
      ) : null}
    </ProblemAlert>
  ) : null;
  // What is missing is said at the open step.
  const isForStep = missing !== null && openStep(picker.state) !== null;
  const isNaming = namesSeats(picker.state);
  useEffect(() => onSeatPlan?.(isNaming), [isNaming, onSeatPlan]);
  const panel = useQuantityFocus(product.hasPerformances && order.variants !== null, picker.touched);

  return (
    <div ref={panel} className="grid gap-2">
      {product.hasPerformances ? (
        <OpenStepAlert value={isForStep ? alert : null}>
          <Picker {...props} picker={{ ...picker, forSome }} lastChosen={order.lastChosen} />
        </OpenStepAlert>
      ) : null}
      <VariantQuantities product={product} order={order} />
      {isForStep ? null : alert}
      <BuyBar
        place={inModal ? "modal" : "panel"}
        hint={{ id: hint, text: missing && !problem ? missing : "" }}
      >
        {quote && !order.isLowest ? (
          <OfferRows t={t} offers={joinedOffers(quote.offers)} className="basis-full" />
        ) : null}
        {start ? (
          <StartingPrice t={t} {...start} />
        ) : order.isLowest ? (
          <StartingPrice t={t} lowest={order.cents / 100} />
        ) : (
          <RunningTotal
            t={t}
            cents={order.cents}
            inOneLine={isDirect}
            hasOrderFees={isDirect && product.orderFees.length > 0 && !order.isExchanged}
            isTaxed={product.isTaxed}
          />
        )}
        <div className={isDirect ? "flex basis-full flex-wrap gap-3" : "contents"}>
          {isDirect ? (
            <Button
              data-second-action
              appearance="secondary"
              className="flex-auto"
              busy={order.adding === "direct" && question === null}
              onClick={() => order.submit(true)}
            >
              {t("product.check-out")}
            </Button>
          ) : null}
          <Button
            className={isDirect ? "flex-[2_1_auto]" : "max-w-56 min-w-36 flex-1"}
            blocked={missing !== null}
            busy={order.adding === "add" && question === null}
            aria-describedby={hint}
            onClick={() => order.submit()}
          >
            {t("product.add-to-cart")}
          </Button>
        </div>
      </BuyBar>
      {question}
    </div>
  );
}

/** The picker of a day, time and place. It runs in the browser only. */
function Picker({
  product,
  week,
  dates,
  starting,
  next = null,
  summary,
  picker,
  lastChosen,
}: BuyPanelProps & { picker: PickerProps; lastChosen: readonly string[] }) {
  const t = useText(pickerTexts);
  const inBrowser = useInBrowser();
  if (!inBrowser) return summary;
  const note = priceNote(t, product, lastChosen);
  return (
    <Suspense fallback={summary}>
      {week ? (
        <WeekPicker {...picker} week={week} priceNote={note} />
      ) : (
        <MonthPicker {...picker} dates={dates} starting={starting} next={next} priceNote={note} />
      )}
    </Suspense>
  );
}

/** The variants, each with a quantity stepper. Renders nothing until the variants have loaded. */
function VariantQuantities({ product, order }: { product: Product; order: ReturnType<typeof useOrder> }) {
  const t = useText(productTexts);
  const { variants, quantities, changeQuantity } = order;
  if (!variants || variants.length === 0) return null;
  return (
    <section aria-label={t("product.quantity-title")} className="scroll-mt-28">
      <h2 tabIndex={-1} data-quantities className="pt-2 text-base">
        {t("product.quantity-title")}
      </h2>
      <p className="text-sm text-ink-2 empty:hidden">{product.limits.join(" · ")}</p>
      <ul>
        {variants.map((variant) => (
          <VariantRow key={variant.extProductVariantId} t={t} variant={variant} isPackage={product.isPackage}>
            <QuantityStepper
              name={`${ticketName(variant)}, ${product.productDisplayName}`}
              bounds={boundsOf(variant)}
              quantity={quantityOf(quantities, variant)}
              onChange={(quantity) => changeQuantity(variant.extProductVariantId, quantity)}
            />
          </VariantRow>
        ))}
      </ul>
    </section>
  );
}
