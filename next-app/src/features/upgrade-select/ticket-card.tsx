"use client";

import { useId } from "react";
import type { UpgradeTicket } from "@/api/types";
import { formatDate, formatDay } from "@/lib/dates";
import { upgradeTexts } from "@/text/areas/upgrade";
import { useText } from "@/text/use-text";
import { TextButton } from "@/ui/text-button";

type Props = {
  ticket: UpgradeTicket;
  checked: boolean;
  onCheck: (on: boolean) => void;
  /** Opens a dialog that explains why the ticket is not eligible. */
  onAsk: () => void;
  onRemove: () => void;
};

/** An added ticket with a checkbox, or with a button that explains why it cannot be upgraded. */
export function TicketCard({ ticket, checked, onCheck, onAsk, onRemove }: Props) {
  const t = useText(upgradeTexts);
  const id = useId();
  const { mediaCode: code, firstName, lastName, birthDate, visitDate, productName, variantName } = ticket;
  const name = `${firstName} ${lastName}`.trim();
  const values = { ticket: `${productName}, ${variantName}`, code };
  return (
    <li className="flex gap-3 p-4 sm:px-6">
      {ticket.eligibleForUpgrade ? (
        <span className="grid size-11 flex-none place-items-center">
          <input
            id={id}
            type="checkbox"
            name={`ticket.${ticket.id}`}
            aria-label={t("upgrade.select-of", values)}
            checked={checked}
            onChange={(event) => onCheck(event.target.checked)}
            className="size-6"
          />
        </span>
      ) : null}
      <div className="relative grid min-w-0 flex-1 content-center gap-0.5">
        <h3 className="text-base">
          {ticket.eligibleForUpgrade ? (
            // Pressing anywhere on the ticket's text toggles the checkbox.
            <label htmlFor={id} className="after:absolute after:inset-0">
              {values.ticket}
            </label>
          ) : (
            values.ticket
          )}
        </h3>
        <p className="figures text-sm break-all text-ink-2">{code}</p>
        {name ? <p className="text-sm text-ink-2">{name}</p> : null}
        {birthDate ? (
          <p className="figures text-sm text-ink-2">{t("upgrade.born", { date: formatDate(birthDate) })}</p>
        ) : null}
        {visitDate ? (
          <p className="figures text-sm text-ink-2">{t("upgrade.visit", { date: formatDay(visitDate) })}</p>
        ) : null}
        {ticket.selected && !ticket.eligibleForUpgrade ? (
          <p className="text-sm font-semibold text-ok">{t("upgrade.selected")}</p>
        ) : null}
      </div>
      <div className="flex flex-none flex-col items-end">
        {ticket.eligibleForUpgrade ? null : (
          <TextButton
            name={`why.${ticket.id}`}
            aria-label={t("upgrade.not-eligible-of", values)}
            onClick={onAsk}
          >
            {t("upgrade.not-eligible")}
          </TextButton>
        )}
        <TextButton
          name={`remove.${ticket.id}`}
          aria-label={t("upgrade.remove-of", values)}
          onClick={onRemove}
        >
          {t("upgrade.remove")}
        </TextButton>
      </div>
    </li>
  );
}
