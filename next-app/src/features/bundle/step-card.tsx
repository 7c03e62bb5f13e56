"use client";

import type { BundleProduct, BundleStep, BundleVariant, Performance } from "@/api/types";
import { capacityAppearance } from "@/lib/capacity";
import { CapacityTag } from "@/parts/capacity/capacity-tag";
import { ChoiceLine } from "@/parts/performance-picker/choice-line";
import { OptionCard } from "@/parts/performance-picker/option-card";
import { chosenName, timeParts } from "@/parts/performance-picker/time-name";
import { QuantityStepper } from "@/parts/quantity-stepper/quantity-stepper";
import { bundleTexts } from "@/text/areas/bundle";
import { capacityTexts } from "@/text/areas/capacity";
import { pickerTexts } from "@/text/areas/picker";
import { productTexts } from "@/text/areas/product";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Disclosure } from "@/ui/disclosure";
import { Checkbox } from "@/ui/field";
import { Icon } from "@/ui/icon";
import {
  type BuilderEvent,
  type BuilderState,
  boundsOf,
  chosenTimes,
  countOf,
  isAvailable,
  isOpen,
  isSoldAt,
  kindOf,
  mayChoose,
  nextTimes,
  quantityOf,
  stateOf,
} from "./bundle-state";
import { PartPrice } from "./part-price";

type Props = {
  number: number;
  step: BundleStep;
  state: BuilderState;
  dispatch: (event: BuilderEvent) => void;
};

/** A step of the builder: its name, its state, and its choices below the heading. */
export function StepCard({ number, step, state, dispatch }: Props) {
  const t = useText(bundleTexts, capacityTexts, pickerTexts, productTexts);
  const kind = kindOf(step);
  const stepState = stateOf(state, step);
  const isDone = stepState === "done";
  const title = (
    <span className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2">
      <span
        aria-hidden="true"
        className={`figures grid size-8 place-items-center rounded-full text-sm font-semibold ${isDone ? "bg-ok-soft text-ok" : "bg-sunken text-ink"}`}
      >
        {isDone ? <Icon name="check" size={18} /> : number}
      </span>
      <span className="min-w-0">
        <span className="sr-only">{t("bundle.step-number", { number })}: </span>
        {step.uiLabel}
        <span className="figures block text-sm font-normal text-ink-2">
          {rangeText(t, step, countOf(state, step))}
        </span>
      </span>
      <span
        data-step-state
        className={`text-sm font-semibold ${isDone ? "text-ok" : stepState === "choose" ? "text-ink" : "font-normal text-ink-2"}`}
      >
        {t(`bundle.state-${stepState}`)}
      </span>
    </span>
  );
  return (
    <Disclosure
      title={title}
      open={state.open === step.promotionRuleId}
      onToggle={(open) => dispatch({ type: "toggled", stepId: step.promotionRuleId, open })}
    >
      <div className="grid gap-3">
        {step.uiDescription ? <p className="text-sm text-ink-2">{step.uiDescription}</p> : null}
        {step.products.map((product) => (
          <section key={product.extProductId} aria-label={product.displayName} className="grid gap-2">
            {kind === "list" || step.products.length > 1 ? (
              <h3 className="text-base">{product.displayName}</h3>
            ) : null}
            {product.performances.length > 0 ? (
              <Times t={t} product={product} state={state} dispatch={dispatch} />
            ) : null}
            <ul>
              {product.variants.map((variant) =>
                kind === "list" ? (
                  <VariantCheckbox
                    key={variant.extProductVariantId}
                    variant={variant}
                    state={state}
                    dispatch={dispatch}
                  />
                ) : (
                  <Count
                    key={variant.extProductVariantId}
                    step={step}
                    product={product}
                    variant={variant}
                    state={state}
                    dispatch={dispatch}
                  />
                ),
              )}
            </ul>
          </section>
        ))}
      </div>
    </Disclosure>
  );
}

function rangeText(
  t: Translate<"bundle">,
  { minQuantity: min, maxQuantity: max }: BundleStep,
  count: number,
): string {
  if (max === undefined) {
    return min === 0 ? t("bundle.any", { count }) : t("bundle.at-least", { min, count });
  }
  if (min === 0) return t("bundle.at-most", { max, count });
  return min === max ? t("bundle.exactly", { min, count }) : t("bundle.range", { min, max, count });
}

type ProductProps = { product: BundleProduct; state: BuilderState; dispatch: (event: BuilderEvent) => void };

/** The chosen times of a product, and the choice of the next one: one time of each selection. */
function Times({ t, product, state, dispatch }: ProductProps & { t: Translate<"capacity" | "picker"> }) {
  const productId = product.extProductId;
  const chosen = chosenTimes(state, product);
  const next = nextTimes(product, chosen);
  // Times of different shows are named with their show.
  const showOf = ({ showName }: Performance) => (isOneShow(product) ? null : showName);
  return (
    <>
      {chosen.map((performance, position) => (
        <ChoiceLine
          key={performance.performanceId}
          t={t}
          value={chosenName(t, performance, showOf(performance))}
          note={<p className="text-sm text-ink-2">{t("picker.only-option")}</p>}
          onChange={
            mayChoose(nextTimes(product, chosen.slice(0, position)))
              ? () => dispatch({ type: "timeReopened", productId, position })
              : undefined
          }
        />
      ))}
      {next.length > 0 ? (
        <TimeOptions
          t={t}
          productId={productId}
          performances={next}
          nameOf={(performance) => timeParts(t, performance, showOf(performance)).join(", ")}
          onChoose={(performanceId) => dispatch({ type: "timeChosen", productId, performanceId })}
        />
      ) : null}
    </>
  );
}

function TimeOptions({
  t,
  productId,
  performances,
  nameOf,
  onChoose,
}: {
  t: Translate<"capacity" | "picker">;
  productId: string;
  performances: Performance[];
  nameOf: (performance: Performance) => string;
  onChoose: (performanceId: string) => void;
}) {
  return (
    <fieldset className="grid gap-2 py-1">
      <legend tabIndex={-1} data-times-of={productId} className="pb-2 text-base font-semibold">
        {performances[0]?.uiPrompt || t("picker.time")}
      </legend>
      <ul className="grid grid-cols-2 gap-2">
        {performances.map((performance) => (
          <li key={performance.performanceId}>
            <OptionCard blocked={!isOpen(performance)} onChoose={() => onChoose(performance.performanceId)}>
              <span className="figures text-lg font-semibold">{nameOf(performance)}</span>
              {capacityAppearance(performance.capacityLevelId).className === "available" ? null : (
                <CapacityTag
                  t={t}
                  levelId={performance.capacityLevelId}
                  description={performance.capacityDescription}
                />
              )}
            </OptionCard>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function isOneShow({ performances: [first, ...others] }: BundleProduct): boolean {
  return others.every((performance) => performance.showId === first?.showId);
}

type VariantProps = ProductProps & { variant: BundleVariant };

function Facts({
  t,
  variant,
  times,
}: {
  t: Translate<"product">;
  variant: BundleVariant;
  times: readonly string[];
}) {
  return (
    <>
      {variant.ageRestrictionText ? (
        <span className="block text-sm font-normal text-ink-2">{variant.ageRestrictionText}</span>
      ) : null}
      {variant.quantityRestrictionText ? (
        <span className="block text-sm font-normal text-ink-2">{variant.quantityRestrictionText}</span>
      ) : null}
      <span className="block text-sm">
        <PartPrice t={t} variant={variant} times={times} />
      </span>
    </>
  );
}

/** The quantity of a variant at the chosen times. */
function Count({ step, product, variant, state, dispatch }: VariantProps & { step: BundleStep }) {
  const t = useText(bundleTexts, capacityTexts, pickerTexts, productTexts);
  const variantId = variant.extProductVariantId;
  const times = state.times[product.extProductId] ?? [];
  const soldHere = isSoldAt(variant, times);
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 pt-0.5 font-semibold">
        {variant.displayName}
        <Facts t={t} variant={variant} times={times} />
      </div>
      {isAvailable(variant) && soldHere ? (
        <QuantityStepper
          name={`${variant.displayName}, ${product.displayName}`}
          bounds={boundsOf(step, variant)}
          quantity={quantityOf(state, variant)}
          onChange={(quantity) => dispatch({ type: "quantityChanged", variantId, quantity })}
        />
      ) : (
        <p className="pt-2 text-sm text-ink-2">{t(soldHere ? "bundle.sold-out" : "bundle.not-at-time")}</p>
      )}
    </li>
  );
}

/** A checkbox that selects one unit of the variant. */
function VariantCheckbox({ variant, state, dispatch }: Omit<VariantProps, "product">) {
  const t = useText(bundleTexts, capacityTexts, pickerTexts, productTexts);
  const variantId = variant.extProductVariantId;
  const canBuy = isAvailable(variant);
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <Checkbox
        label={
          <span className="font-semibold">
            {variant.displayName}
            <Facts t={t} variant={variant} times={[]} />
            {canBuy ? null : (
              <span className="block text-sm font-normal text-ink-2">{t("bundle.sold-out")}</span>
            )}
          </span>
        }
        disabled={!canBuy}
        checked={quantityOf(state, variant).value > 0}
        onChange={(event) => {
          const quantity = { value: event.target.checked ? 1 : 0, typed: null };
          dispatch({ type: "quantityChanged", variantId, quantity });
        }}
      />
    </li>
  );
}
