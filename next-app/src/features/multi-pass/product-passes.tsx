"use client";

import type { Product, Variant } from "@/api/types";
import { ticketName } from "@/lib/ticket-name";
import { VariantRow } from "@/parts/buy-panel/variant-row";
import { ProductCard } from "@/parts/product-sections/product-card";
import { SignInLink } from "@/parts/signed-in/sign-in-link";
import { multiTexts } from "@/text/areas/multi";
import { multiPassTexts } from "@/text/areas/multi-pass";
import { productTexts } from "@/text/areas/product";
import { quantityTexts } from "@/text/areas/quantity";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { type Entry, entriesOf, isFull, maxPasses, type Passes, type PassesEvent } from "./passes-state";
import { PassholderEntry } from "./passholder-entry";

type Props = {
  product: Product;
  state: Passes;
  /** Whether the passes are paid with a plan. */
  byPlan: boolean;
  /** Whether the product's picture is loaded with high priority. */
  first: boolean;
  /** The sign-in link for a guest, if the product requires sign-in. */
  signIn: string | null;
  dispatch: (event: PassesEvent) => void;
  onAdd: (variant: Variant) => void;
  onRemove: (entry: Entry) => void;
};

/** The name of the button that adds a pass of a variant. */
export const addButtonOf = (variant: Variant): string => `add.${variant.extProductVariantId}`;

/** A product with its passes. The passholders of a pass are below the pass. */
export function ProductPasses({ product, state, byPlan, first, signIn, dispatch, onAdd, onRemove }: Props) {
  const t = useText(multiTexts, multiPassTexts, productTexts, quantityTexts);

  const add = (variant: Variant) => {
    const full = isFull(state, variant);
    const hint = `full.${variant.extProductVariantId}`;
    return (
      <div className="grid flex-none justify-items-end gap-1">
        <Button
          appearance="secondary"
          name={addButtonOf(variant)}
          blocked={full}
          aria-label={t("multi-pass.add-of", {
            variant: ticketName(variant),
            product: product.productDisplayName,
          })}
          aria-describedby={full ? hint : undefined}
          onClick={() => {
            if (!full) onAdd(variant);
          }}
        >
          {t("multi-pass.add")}
        </Button>
        {full ? (
          <p id={hint} className="figures text-sm text-ink-2">
            {t("quantity.maximum", { max: Math.min(variant.maxQuantity, maxPasses) })}
          </p>
        ) : null}
      </div>
    );
  };

  const passholders = (variant: Variant) =>
    entriesOf(state, variant).map((entry) => (
      <PassholderEntry
        key={entry.key}
        entry={entry}
        offered={{ product, variant }}
        number={state.entries.indexOf(entry) + 1}
        count={state.entries.length}
        onChange={(field, value) => dispatch({ type: "changed", key: entry.key, field, value })}
        onLeave={(field) => dispatch({ type: "left", key: entry.key, field })}
        onRemove={() => onRemove(entry)}
      />
    ));

  return (
    <ProductCard product={product} first={first} wide>
      <ul>
        {product.variants.map((variant) => (
          <VariantRow
            key={variant.extProductVariantId}
            t={t}
            variant={variant}
            byPlan={byPlan}
            below={
              <>
                {byPlan && !variant.installmentBillingPlanDescription ? (
                  <p className="text-sm text-ink-2">{t("multi-pass.in-full")}</p>
                ) : null}
                {passholders(variant)}
              </>
            }
          >
            {signIn ? <SignInLink href={signIn} product={product} /> : add(variant)}
          </VariantRow>
        ))}
      </ul>
      {product.cancellationPolicy ? (
        <p className="pt-3 text-sm text-ink-2">{product.cancellationPolicy}</p>
      ) : null}
    </ProductCard>
  );
}
