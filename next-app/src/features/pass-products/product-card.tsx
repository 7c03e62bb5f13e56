"use client";

import Link from "next/link";
import { formatMoney } from "@/lib/money";
import { passProductsTexts } from "@/text/areas/pass-products";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { DisclosureCard } from "@/ui/disclosure-card";
import { TextButton } from "@/ui/text-button";
import type { Purpose } from "./fetch-products";
import { ProductOptions, shortName } from "./product-options";
import { optionsMatch, type ProductCard, selectedOption } from "./products-state";
import { purposes } from "./purposes";
import { groupOf, headingOf, type Products } from "./use-products";

type Props = { purpose: Purpose; card: ProductCard; products: Products };

/** A pass and its products. The card closes as soon as the choice is confirmed. */
export function ProductCardView({ purpose, card, products }: Props) {
  const t = useText(passProductsTexts);
  const { back } = purposes[purpose];
  const option = selectedOption(card);
  const name = products.nameOf(card);
  return (
    <DisclosureCard
      level={2}
      name={headingOf(card)}
      title={name}
      status={
        <span className="figures text-sm font-normal tracking-normal text-ink-2">
          {card.expanded
            ? null
            : option
              ? `${shortName(option)}, ${formatMoney(option.price)}`
              : t("pass-products.not-chosen")}
        </span>
      }
      open={card.expanded}
      onToggle={(open) => products.dispatch({ type: "toggled", id: card.id, open })}
      action={
        card.confirmed && !card.expanded ? (
          <TextButton
            aria-label={t("pass-products.change-of", { name })}
            className="-mr-2 max-sm:-ml-2"
            onClick={() => products.reopen(card)}
          >
            {t("pass-products.change")}
          </TextButton>
        ) : null
      }
    >
      {card.options.length > 0 ? (
        <CardOptions card={card} name={name} products={products} />
      ) : (
        <p className="text-ink-2">
          {t("pass-products.none")}{" "}
          <Link href={back.path()} prefetch={false}>
            {t(back.text)}
          </Link>
        </p>
      )}
    </DisclosureCard>
  );
}

/** The products of a pass, and the buttons that confirm the choice for this pass or for all. */
function CardOptions({ card, name, products }: { card: ProductCard; name: string; products: Products }) {
  const t = useText(passProductsTexts);
  const { state, dispatch, confirm } = products;
  return (
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
          appearance="secondary"
          aria-label={t("pass-products.confirm-of", { name })}
          onClick={(event) => {
            // The second click of a double click is ignored, because by then the next pass's button is under the
            // pointer.
            if (event.detail < 2) confirm(card, false);
          }}
        >
          {t("pass-products.confirm")}
        </Button>
        {optionsMatch(state) ? (
          <Button appearance="quiet" className="max-sm:-ml-5" onClick={() => confirm(card, true)}>
            {t("pass-products.same-for-all", { count: state.length })}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
