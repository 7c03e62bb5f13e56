"use client";

import type { ReservationTicket, TicketEntitlement } from "@/api/types";
import { formatDate, unbroken } from "@/lib/dates";
import { styleKey } from "@/lib/style-key";
import { ticketName } from "@/lib/ticket-name";
import { reservationLinkTexts } from "@/text/areas/reservation-link";
import { validityTexts } from "@/text/areas/validity";
import { useText } from "@/text/use-text";
import { Checkbox } from "@/ui/field";
import { TextButton } from "@/ui/text-button";
import { benefitsOf, type removalOf } from "./party";
import { visitDays } from "./visit-days";

type Props = {
  ticket: ReservationTicket;
  /** How the ticket can be removed; null if a different ticket removes it. */
  removal: ReturnType<typeof removalOf>;
  isUsed: (benefit: TicketEntitlement) => boolean;
  onUse: (benefit: TicketEntitlement, used: boolean) => void;
  onRemove: () => void;
};

/** A pass or ticket of the party, and which of its benefits are used. */
export function TicketCard({ ticket, removal, isUsed, onUse, onRemove }: Props) {
  const t = useText(reservationLinkTexts, validityTexts);
  const { barcode, holderName, productName, variantName, passLevelName, showName } = ticket;
  const { activeFrom: from, activeTo: to, entryTime } = ticket;
  const name = ticketName({ displayName: variantName, effectivePassLevelName: passLevelName });
  const product = `${productName}, ${name}`;
  const values = { ticket: holderName ?? product, code: barcode };
  const benefits = benefitsOf(ticket);
  return (
    <li className="grid gap-3 p-4 sm:px-6">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="text-base">{holderName ?? product}</h3>
          {holderName ? <p className="text-sm text-ink-2">{product}</p> : null}
          <p className="figures text-sm text-ink-2">{visitDays(t, { from, to, entryTime })}</p>
          {showName ? <p className="text-sm text-ink-2">{showName}</p> : null}
          <p className="figures text-sm break-all text-ink-2">{barcode}</p>
        </div>
        {removal === null ? null : (
          <TextButton
            aria-label={
              removal === "alone"
                ? t("reservation-link.remove-of", values)
                : t("reservation-link.remove-all-of", values)
            }
            className="-my-2 flex-none"
            onClick={onRemove}
          >
            {t(removal === "alone" ? "reservation-link.remove" : "reservation-link.remove-all")}
          </TextButton>
        )}
      </div>
      {removal === "together" ? <p className="text-sm text-ink-2">{t("reservation-link.together")}</p> : null}
      {benefits.length > 0 ? (
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t("reservation-link.entitlements", values)}</legend>
          {benefits.map((benefit) => (
            <Benefit
              count={benefits.filter(({ entitlementId }) => entitlementId === benefit.entitlementId).length}
              key={`${benefit.entitlementId} ${benefit.sequence}`}
              benefit={benefit}
              selected={isUsed(benefit)}
              onSelect={(selected) => onUse(benefit, selected)}
            />
          ))}
        </fieldset>
      ) : null}
    </li>
  );
}

type BenefitProps = {
  benefit: TicketEntitlement;
  /** The number of benefits of this kind that the ticket has. */
  count: number;
  selected: boolean;
  onSelect: (selected: boolean) => void;
};

function Benefit({ benefit, count, selected, onSelect }: BenefitProps) {
  const t = useText(reservationLinkTexts);
  const { name, activeTo, cssKey, redeemedOtherReservation: used } = benefit;
  const notes = [
    count > 1 ? t("reservation-link.which", { number: benefit.sequence, count }) : "",
    used ? t("reservation-link.used") : "",
    activeTo ? t("reservation-link.until", { to: unbroken(formatDate(activeTo)) }) : "",
  ].filter(Boolean);
  return (
    <Checkbox
      className={`${styleKey(cssKey)} min-h-11 content-center rounded-button bg-sunken px-3 py-2`}
      disabled={used}
      checked={selected || used}
      onChange={(event) => onSelect(event.target.checked)}
      label={
        <>
          {t("reservation-link.use", { name })}
          {notes.length > 0 ? (
            <span className="figures text-sm text-ink-2"> ({notes.join(", ")})</span>
          ) : null}
        </>
      }
    />
  );
}
