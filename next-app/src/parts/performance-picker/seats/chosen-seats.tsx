"use client";

import { useRef } from "react";
import type { Translate } from "@/text/texts";
import { fieldClass } from "@/ui/field-class";
import { TextButton } from "@/ui/text-button";
import { priceText } from "../../price/price-text";
import type { SeatKind } from "./seat-mark";
import { type NamedSeat, variantOf } from "./seat-state";

type Props = {
  t: Translate<"cart" | "place" | "product" | "seats">;
  named: NamedSeat[];
  nameOf: (seatId: string) => string;
  kindOf: (seatId: string) => SeatKind;
  /** The names of free seats that would be left alone beside the named ones. */
  gaps: readonly string[];
  onVariant: (seatId: string, variantId: string) => void;
  onRemove: (seatId: string) => void;
};

/** The named seats, each with the ticket for which it is bought. */
export function ChosenSeats({ t, named, nameOf, kindOf, gaps, onVariant, onRemove }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-label={t("seats.chosen")}>
      <h3 ref={heading} tabIndex={-1} className="text-base">
        {t("seats.chosen")}
      </h3>
      {named.length === 0 ? <p className="text-sm text-ink-2">{t("seats.none-chosen")}</p> : null}
      {gaps.length > 0 ? (
        <p className="text-sm text-ink-2">{t("seats.gap", { seat: gaps.join("; ") })}</p>
      ) : null}
      <ul>
        {named.map((seat) => {
          const name = nameOf(seat.seatId);
          const kind = kindOf(seat.seatId);
          return (
            <li
              key={seat.seatId}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line py-2 last:border-b-0"
            >
              <div className="grid gap-1">
                <p className="font-semibold">{name}</p>
                {kind === "standard" ? null : <p className="text-sm text-ink-2">{t(`seats.${kind}-hint`)}</p>}
                <Ticket t={t} seat={seat} name={name} onVariant={onVariant} />
                <Promotion seat={seat} />
              </div>
              <TextButton
                aria-label={t("seats.remove-of", { seat: name })}
                onClick={() => {
                  onRemove(seat.seatId);
                  heading.current?.focus();
                }}
              >
                {t("cart.remove")}
              </TextButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The name of the promotion that lowers the price of a seat. Renders nothing without a promotion. */
function Promotion({ seat }: { seat: NamedSeat }) {
  const name = variantOf(seat)?.promotionName;
  return name ? <p className="text-sm text-ok">{name}</p> : null;
}

type TicketProps = Pick<Props, "t" | "onVariant"> & { seat: NamedSeat; name: string };

function Ticket({ t, seat, name, onVariant }: TicketProps) {
  const text = (variant: { displayName: string; displayPrice: number }) =>
    t("place.ticket", { ticket: variant.displayName, price: priceText(t, variant.displayPrice) });
  if (!seat.variants) return <div className="skeleton h-6 w-40" />;
  if (seat.variants.length > 1) {
    return (
      <select
        aria-label={t("seats.ticket-of", { seat: name })}
        value={seat.variantId ?? ""}
        onChange={(event) => onVariant(seat.seatId, event.target.value)}
        className={`${fieldClass} figures pr-8`}
      >
        {seat.variants.map((variant) => (
          <option key={variant.extProductVariantId} value={variant.extProductVariantId}>
            {text(variant)}
          </option>
        ))}
      </select>
    );
  }
  const variant = variantOf(seat);
  return variant ? <p className="figures text-sm text-ink-2">{text(variant)}</p> : null;
}
