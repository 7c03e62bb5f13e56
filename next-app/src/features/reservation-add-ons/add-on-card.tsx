"use client";

import { useEffect, useId, useRef, useState } from "react";
import type { CartItem, ReservationAddOn } from "@/api/types";
import { formatTime } from "@/lib/dates";
import { countInCart } from "@/parts/cart-lines/count-in-cart";
import { useConfirmedChange } from "@/parts/confirm-dialog/use-confirmed-change";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { publicSale } from "@/parts/performance-picker/sale";
import { priceText } from "@/parts/price/price-text";
import { QuantityStepper } from "@/parts/quantity-stepper/quantity-stepper";
import { alertTexts } from "@/text/areas/alert";
import { productTexts } from "@/text/areas/product";
import { reservationAddOnsTexts } from "@/text/areas/reservation-add-ons";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Choices } from "@/ui/choices";
import { Picture } from "@/ui/picture";
import {
  boundsOf,
  cartLines,
  missingChoice,
  nothingChosen,
  pricedVariants,
  quantityOf,
  selectionsOf,
} from "./choices";

type Props = { addOn: ReservationAddOn; items: CartItem[]; onAdded: (name: string) => void };

/** An add-on of the visit, with the number already in the cart. */
export function AddOnCard({ addOn, items, onAdded }: Props) {
  const t = useText(alertTexts, productTexts, reservationAddOnsTexts);
  const { ask, question } = useQuestion();
  const changeCart = useConfirmedChange(ask);
  const id = useId();
  const [choices, setChoices] = useState(nothingChosen);
  const [problem, setProblem] = useState<string | null>(null);
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const missing = missingChoice(addOn, choices);

  useEffect(() => {
    if (failures > 0) alert.current?.focus();
  }, [failures]);

  function tell(message: string) {
    setProblem(message);
    setFailures((count) => count + 1);
  }

  async function add() {
    if (missing !== null) {
      tell(t(missing));
      return;
    }
    setProblem(null);
    setBusy(true);
    const body = { ...publicSale, items: cartLines(addOn, choices) };
    const outcome = await changeCart(
      (api, reSubmitContext) => api.POST("/cart/add", { body: { ...body, reSubmitContext } }),
      { busy: t("reservation-add-ons.adding") },
    );
    setBusy(false);
    if (outcome === "kept") return;
    if (!outcome.ok) {
      tell(outcome.message);
      return;
    }
    setChoices(nothingChosen);
    onAdded(addOn.name);
  }

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
        {selectionsOf(addOn)
          .filter(({ times }) => times.length > 1)
          .map(({ index, times }) => (
            <fieldset key={index} className="grid gap-2">
              <legend className="pb-2 text-sm font-semibold">{t("reservation-add-ons.time")}</legend>
              <Choices
                name={`${id}-${index}`}
                choices={times.map(({ performanceId, performanceTime, showName }) => ({
                  id: performanceId,
                  ...(performanceTime
                    ? { name: formatTime(performanceTime), description: showName }
                    : { name: showName, description: t("reservation-add-ons.all-day") }),
                }))}
                chosen={choices.times[index] ?? ""}
                onChoose={(time) => setChoices({ ...choices, times: { ...choices.times, [index]: time } })}
              />
            </fieldset>
          ))}
        <ul>
          {pricedVariants(addOn, choices).map((variant) => {
            const inCart = countInCart(items, [variant.id]);
            return (
              <li
                key={variant.id}
                className="flex items-start justify-between gap-4 border-b border-line py-3 last:border-b-0"
              >
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
                  name={`${variant.name}, ${addOn.name}`}
                  bounds={boundsOf(variant)}
                  quantity={quantityOf(variant.id, choices)}
                  onChange={(quantity) =>
                    setChoices({ ...choices, quantities: { ...choices.quantities, [variant.id]: quantity } })
                  }
                />
              </li>
            );
          })}
        </ul>
        {problem ? (
          <Alert ref={alert} tone="error" label={t("alert.error")}>
            {problem}
          </Alert>
        ) : null}
        <Button
          look="secondary"
          className="mt-auto"
          blocked={missing !== null}
          busy={busy && question === null}
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
