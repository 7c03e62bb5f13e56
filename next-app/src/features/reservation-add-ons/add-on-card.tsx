"use client";

import { type Ref, useId, useImperativeHandle, useState } from "react";
import type { CartItem, ReservationAddOn } from "@/api/types";
import { formatTime } from "@/lib/dates";
import { countInCart } from "@/parts/cart-lines/count-in-cart";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import type { Row } from "@/parts/entitlements/rows";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { priceText } from "@/parts/price/price-text";
import { QuantityStepper } from "@/parts/quantity-stepper/quantity-stepper";
import type { Quantity } from "@/parts/quantity-stepper/stepper-state";
import { productTexts } from "@/text/areas/product";
import { reservationAddOnsTexts } from "@/text/areas/reservation-add-ons";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Choices } from "@/ui/choices";
import { Picture } from "@/ui/picture";
import {
  benefitsFor,
  boundsOf,
  boundsOfBenefit,
  type Choices as Choice,
  isChosen,
  isTimed,
  missingChoice,
  noChoices,
  type Purchase,
  pricedVariants,
  purchases,
  quantityOf,
  selectionsOf,
  withoutQuantities,
} from "./choices";

type Props = {
  addOn: ReservationAddOn;
  /** The day of the visit, `YYYY-MM-DD`. */
  day: string;
  /** The benefits of the visitor's passes. */
  passes: Row[];
  items: CartItem[];
  /** Called after each addition to the cart. */
  onAdded: (name: string) => void;
  ref: Ref<AddOnHandle>;
};

export type AddOnHandle = {
  /** Whether quantities are chosen that are not in the cart. */
  isChosen: () => boolean;
  /** Adds what is chosen to the cart. Returns whether all of it was added; if not, the card says why. */
  add: () => Promise<boolean>;
};

/** An add-on of the visit, with the number already in the cart. */
export function AddOnCard({ addOn, day, passes, items, onAdded, ref }: Props) {
  const t = useText(reservationAddOnsTexts);
  const state = useAddOn({ addOn, day, passes, onAdded });
  const { choices, setChoices, benefits, missing, add, isAdding, problem, alert, question } = state;
  useImperativeHandle(ref, () => ({ isChosen: () => isChosen(choices), add }));
  const choose = (key: string) => (quantity: Quantity) =>
    setChoices({ ...choices, quantities: { ...choices.quantities, [key]: quantity } });
  return (
    <article className="card flex h-full flex-col overflow-hidden">
      {addOn.picture ? (
        <Picture
          picture={addOn.picture}
          decorative
          sizes="(min-width: 640px) 470px, 100vw"
          className="aspect-3/2 w-full"
        />
      ) : null}
      <div className="flex flex-1 flex-col gap-2 p-4 sm:p-5">
        <h2 className="text-lg leading-snug">{addOn.name}</h2>
        {addOn.shortDescription ? <p className="text-ink-2">{addOn.shortDescription}</p> : null}
        <Times addOn={addOn} choices={choices} onChange={setChoices} />
        <ul>
          {benefits.map((benefit) => (
            <BenefitRow
              key={benefit.key}
              benefit={benefit}
              quantity={quantityOf(benefit.key, choices)}
              onChange={choose(benefit.key)}
            />
          ))}
          {pricedVariants(addOn, choices).map((variant) => (
            <VariantRow
              key={variant.id}
              variant={variant}
              productName={addOn.name}
              inCart={countInCart(items, [variant.id])}
              quantity={quantityOf(variant.id, choices)}
              onChange={choose(variant.id)}
            />
          ))}
        </ul>
        <ProblemAlert problem={problem} alert={alert} />
        <Button
          appearance="secondary"
          className="mt-auto"
          blocked={missing !== null}
          busy={isAdding && question === null}
          aria-label={t("reservation-add-ons.add-of", { product: addOn.name })}
          onClick={add}
        >
          {t("reservation-add-ons.add")}
        </Button>
      </div>
      {question}
    </article>
  );
}

/** Holds the choices of an add-on and adds them to the cart. */
function useAddOn({ addOn, day, passes, onAdded }: Omit<Props, "items" | "ref">) {
  const t = useText(reservationAddOnsTexts);
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  const [choices, setChoices] = useState(noChoices);
  const { problem, setProblem, alert } = useProblem();
  const [isAdding, setAdding] = useState(false);
  const benefits = benefitsFor(addOn, choices, passes, day);
  const missing = missingChoice(addOn, choices, benefits);

  /** Adds the purchases one after the other. What was added stays in the cart if a later one fails. */
  async function addAll(all: Purchase[]): Promise<boolean> {
    for (const { sale, items, keys } of all) {
      const outcome = await changeCart(
        (api, reSubmitContext) => api.POST("/cart/add", { body: { ...sale, items, reSubmitContext } }),
        { busy: t("reservation-add-ons.adding") },
      );
      if (outcome === "kept") return false;
      if (!outcome.ok) {
        setProblem(outcome.message);
        return false;
      }
      setChoices((before) => withoutQuantities(before, keys));
      onAdded(addOn.name);
    }
    setChoices(noChoices);
    return true;
  }

  async function add(): Promise<boolean> {
    if (missing !== null) {
      setProblem(t(missing));
      return false;
    }
    setProblem(null);
    setAdding(true);
    const isAdded = await addAll(purchases(addOn, choices, benefits));
    setAdding(false);
    return isAdded;
  }

  return { choices, setChoices, benefits, missing, add, isAdding, problem, alert, question };
}

type TimesProps = { addOn: ReservationAddOn; choices: Choice; onChange: (choices: Choice) => void };

/** The choice of a time for each selection that has several times. */
function Times({ addOn, choices, onChange }: TimesProps) {
  const t = useText(reservationAddOnsTexts);
  const id = useId();
  return selectionsOf(addOn)
    .filter(({ times }) => times.length > 1)
    .map(({ index, times }) => (
      <fieldset key={index} className="grid gap-2">
        <legend className="pb-2 text-sm font-semibold">
          {t(isTimed({ index, times }) ? "reservation-add-ons.time" : "reservation-add-ons.option")}
        </legend>
        <Choices
          name={`${id}-${index}`}
          choices={times.map(({ performanceId, performanceTime, showName }) => ({
            id: performanceId,
            ...(performanceTime
              ? { name: formatTime(performanceTime), description: showName }
              : { name: showName, description: t("reservation-add-ons.all-day") }),
          }))}
          chosen={choices.times[index] ?? ""}
          onChoose={(time) => onChange({ ...choices, times: { ...choices.times, [index]: time } })}
        />
      </fieldset>
    ));
}

type BenefitProps = { benefit: Row; quantity: Quantity; onChange: (quantity: Quantity) => void };

/** A variant that a pass gives for free or for less. */
function BenefitRow({ benefit, quantity, onChange }: BenefitProps) {
  const t = useText(productTexts, reservationAddOnsTexts);
  const { variantName, name, holder, price, remaining: left, heldBack } = benefit;
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="font-semibold">{variantName}</p>
        <p className="text-sm text-ok">{name}</p>
        <p className="figures text-sm font-semibold">
          {price === 0
            ? t("reservation-add-ons.included", { name: holder })
            : t("reservation-add-ons.with-pass", { price: priceText(t, price), name: holder })}
        </p>
        <p className="figures text-sm text-ink-2">{heldBack ?? t("reservation-add-ons.left", { left })}</p>
      </div>
      {heldBack ? null : (
        <QuantityStepper
          name={`${variantName}, ${name}, ${holder}`}
          bounds={boundsOfBenefit(benefit)}
          quantity={quantity}
          onChange={onChange}
        />
      )}
    </li>
  );
}

type VariantProps = {
  variant: ReturnType<typeof pricedVariants>[number];
  productName: string;
  inCart: number;
  quantity: Quantity;
  onChange: (quantity: Quantity) => void;
};

function VariantRow({ variant, productName, inCart, quantity, onChange }: VariantProps) {
  const t = useText(productTexts, reservationAddOnsTexts);
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="font-semibold">{variant.name}</p>
        {variant.ageRestrictionText ? (
          <p className="text-sm text-ink-2">{variant.ageRestrictionText}</p>
        ) : null}
        <p className="figures text-sm font-semibold">
          {variant.isFrom ? `${t("product.from")} ` : ""}
          {priceText(t, variant.displayPrice)}
        </p>
        {inCart > 0 ? (
          <p className="figures text-sm font-semibold text-ok">
            {t("reservation-add-ons.in-cart", { count: inCart })}
          </p>
        ) : null}
      </div>
      <QuantityStepper
        name={`${variant.name}, ${productName}`}
        bounds={boundsOf(variant)}
        quantity={quantity}
        onChange={onChange}
      />
    </li>
  );
}
