"use client";

import { useId, useRef, useState } from "react";
import type { CartGroup, CartItem } from "@/api/types";
import { formatMoney } from "@/lib/money";
import { ticketName } from "@/lib/ticket-name";
import { feesText } from "@/parts/cart-lines/fees-text";
import { inSeatOrder, placesOf } from "@/parts/cart-lines/occasion";
import { none } from "@/parts/quantity-stepper/stepper-state";
import { cartTexts } from "@/text/areas/cart";
import { cartChangeTexts } from "@/text/areas/cart-change";
import { placeTexts } from "@/text/areas/place";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { StatusLine } from "@/ui/status-line";
import { TextButton } from "@/ui/text-button";
import { loadVisitPicker } from "./change-visit";
import { lineAfter } from "./restored-focus";
import type { LineChanges } from "./use-line-changes";
import { isMovable, seatedVisits } from "./visit-state";

type Props = { group: CartGroup; lines: CartItem[]; edit: LineChanges };

/**
 * The lines that have a seat each. A seat is removed with its button, and kept again with the same button until the
 * changes are saved. Another button opens the seating chart.
 */
export function SeatLines({ group, lines, edit }: Props) {
  const t = useText(cartTexts, cartChangeTexts, placeTexts);
  const title = `${useId()}-title`;
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** The line whose button was pressed last. */
  const [pressed, setPressed] = useState<CartItem | null>(null);
  const isRemoved = (item: CartItem) => edit.quantityOf(item).value === 0;
  const ordered = inSeatOrder(lines);
  const staying = ordered.filter((item) => !isRemoved(item));

  function remove(item: CartItem) {
    edit.changeQuantity(item, none);
    setPressed(item);
    const next = lineAfter(
      staying.map(({ id }) => id),
      item.id,
    );
    const target = next && list.current?.querySelector<HTMLElement>(`[data-removes="${next}"]`);
    (target || heading.current)?.focus();
  }

  function keep(item: CartItem) {
    edit.changeQuantity(item, { value: item.quantity, typed: null });
    setPressed(item);
  }

  return (
    <section aria-labelledby={title} className="grid">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 ref={heading} id={title} tabIndex={-1} className="py-2 text-base">
          {t("cart-change.seats")}
        </h3>
        {isMovable(group) && !edit.isMoving && staying.length > 0
          ? seatedVisits(group).map(({ place, showName }, _, visits) => (
              <TextButton
                key={place}
                className="-mr-2"
                onClick={() => edit.changeVisit({ kind: "seat", place })}
                onPointerEnter={loadVisitPicker}
                onFocus={loadVisitPicker}
              >
                {visits.length > 1
                  ? t("cart-change.change-seats-at", { show: showName })
                  : t("cart-change.change-seats")}
              </TextButton>
            ))
          : null}
      </div>
      <ul ref={list}>
        {ordered.map((item) => (
          <li
            key={item.id}
            className="flex items-center justify-between gap-4 border-t border-line py-1.5 first:border-t-0"
          >
            <div className={classNames("min-w-0", isRemoved(item) && "text-ink-2 line-through")}>
              <p className="font-semibold">{seatOf(t, item, lines)}</p>
              <p className="figures text-sm">{ticketText(t, item)}</p>
              {item.promotionName ? <p className="text-sm">{item.promotionName}</p> : null}
            </div>
            <TextButton
              data-removes={item.id}
              aria-label={t(isRemoved(item) ? "cart-change.keep-seat" : "cart.remove-of", {
                name: nameOf(t, item, lines),
              })}
              className="-mr-2 flex-none"
              onClick={(event) => {
                // The second press of a double click would undo the first.
                if (event.detail < 2) (isRemoved(item) ? keep : remove)(item);
              }}
              // While the key is held, focus would remove one seat after the other.
              onKeyDown={(event) => event.repeat && event.preventDefault()}
            >
              {t(isRemoved(item) ? "cart.undo" : "cart.remove")}
            </TextButton>
          </li>
        ))}
      </ul>
      <StatusLine visible={pressed !== null}>
        {pressed
          ? t(isRemoved(pressed) ? "cart-change.seat-removed" : "cart-change.seat-kept", {
              name: nameOf(t, pressed, lines),
              save: t("cart-change.save"),
            })
          : ""}
      </StatusLine>
    </section>
  );
}

/** The seat of a line, such as `Row G, seat 12`. A line for several performances has a seat at each. */
function seatOf(t: Translate<"place">, item: CartItem, lines: CartItem[]): string {
  return placesOf(t, item, lines, item.displayName).join("; ");
}

/** A seat with its ticket, such as `Row G, seat 12, Adult`. */
function nameOf(t: Translate<"place">, item: CartItem, lines: CartItem[]): string {
  return `${seatOf(t, item, lines)}, ${ticketName(item)}`;
}

/** A ticket with its price and the fees in it. */
function ticketText(t: Translate<"cart" | "place">, item: CartItem): string {
  const ticket = t("place.ticket", { ticket: ticketName(item), price: formatMoney(item.displayPrice) });
  return [ticket, feesText(t, item)].filter(Boolean).join(", ");
}
