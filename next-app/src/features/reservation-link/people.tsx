"use client";

import type { Reservation } from "@/api/types";
import { styleKey } from "@/lib/style-key";
import { Counter } from "@/parts/quantity-stepper/counter";
import type { Quantity } from "@/parts/quantity-stepper/stepper-state";
import { reservationTexts } from "@/text/areas/reservation";
import { reservationLinkTexts } from "@/text/areas/reservation-link";
import { useText } from "@/text/use-text";
import { childrenOf, type Edits, guestsOf, maxGuests, quantityOf, sharedBenefits } from "./party";

type Props = { reservation: Reservation; edits: Edits; onEdit: (edits: Edits) => void };

/** The number of people without a ticket, and the benefits for the whole party. */
export function People({ reservation, edits, onEdit }: Props) {
  const t = useText(reservationLinkTexts, reservationTexts);
  const children = childrenOf(reservation, edits);
  const guests = guestsOf(reservation, edits);
  const mostChildren = reservation.limits.reservationMaxUnderAgeTickets;
  const max = maxGuests(reservation);
  const benefits = sharedBenefits(reservation);
  return (
    <>
      <section className="card grid gap-1 px-4 py-5 sm:p-6">
        <h2 className="text-2xl">{t("reservation-link.people")}</h2>
        <Row
          name={t("reservation-link.children")}
          hint={t("reservation-link.children-hint", { count: mostChildren })}
          quantity={children}
          max={mostChildren}
          tooMany={t("reservation.too-many-children", { count: mostChildren })}
          onChange={(quantity) => onEdit({ ...edits, children: quantity })}
        />
        {/* The row is also shown if guests were added before their ticket was removed, so that they can be removed. */}
        {max > 0 || guests.value !== 0 ? (
          <Row
            name={t("reservation-link.guests")}
            hint={t("reservation-link.guests-hint", { count: max })}
            quantity={guests}
            max={max}
            tooMany={t("reservation.too-many-additional", { count: max })}
            onChange={(quantity) => onEdit({ ...edits, guests: quantity })}
          />
        ) : null}
      </section>
      {benefits.length > 0 ? (
        <section className="grid gap-2">
          <h2 className="text-2xl">{t("reservation-link.together-entitlements")}</h2>
          <ul className="grid gap-4 sm:grid-cols-2">
            {benefits.map((benefit) => (
              <li key={benefit.id} className={`${styleKey(benefit.cssKey)} card px-4 py-2 sm:px-6`}>
                <Row
                  name={benefit.cardTitle}
                  hint={
                    benefit.cardDescription ?? t("reservation-link.up-to", { count: benefit.maxQuantity })
                  }
                  quantity={quantityOf(benefit, edits)}
                  max={benefit.maxQuantity}
                  onChange={(quantity) =>
                    onEdit({ ...edits, quantities: { ...edits.quantities, [benefit.id]: quantity } })
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

type RowProps = {
  name: string;
  hint: string;
  quantity: Quantity;
  max: number;
  tooMany?: string;
  onChange: (quantity: Quantity) => void;
};

function Row({ name, hint, ...counter }: RowProps) {
  return (
    <div className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-2">{hint}</p>
      </div>
      <Counter name={name} {...counter} />
    </div>
  );
}
