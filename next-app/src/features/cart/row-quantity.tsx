"use client";

import type { CartGroup, CartItem } from "@/api/types";
import { lineName } from "@/parts/cart-lines/occasion";
import type { Modified } from "@/parts/cart-lines/use-modify";
import { QuantityStepper } from "@/parts/quantity-stepper/quantity-stepper";
import { problemOf } from "@/parts/quantity-stepper/stepper-state";
import { cartTexts } from "@/text/areas/cart";
import { useText } from "@/text/use-text";
import { boundsOf } from "./change-state";
import { useRowQuantity } from "./use-row-quantity";

type Props = {
  group: CartGroup;
  item: CartItem;
  onChange: (quantity: number) => Promise<Modified>;
  onRemove: () => Promise<boolean>;
};

/** Whether the quantity of a line can change without any other choice, such as a seat or a passholder. */
export function hasRowQuantity(group: CartGroup, item: CartItem): boolean {
  const { isDonation, isBundle, allowPerformanceChange } = group;
  const isOneOfAKind = isDonation || isBundle || item.productVariantIsPass || item.seats.length > 0;
  return allowPerformanceChange && !isOneOfAKind && item.maxQuantity > 1;
}

/** The quantity of a line, changed in its row. Each press claims or releases places immediately. */
export function RowQuantity({ group, item, onChange, onRemove }: Props) {
  const t = useText(cartTexts);
  const { quantity, problem, set, commit } = useRowQuantity(item.quantity, onChange, onRemove);
  const bounds = boundsOf(item, { moves: null, removed: false });
  return (
    <form
      noValidate
      className="grid justify-items-end gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (problemOf(quantity, bounds) === null) commit();
      }}
    >
      <QuantityStepper
        name={t("cart.quantity-of", { name: lineName(group, item) })}
        bounds={bounds}
        quantity={quantity}
        onChange={set}
      />
      <p role="status" className="max-w-56 text-right text-sm font-medium text-danger empty:hidden">
        {problem}
      </p>
    </form>
  );
}
