"use client";

import { useState } from "react";
import { call } from "@/api/call";
import type { AccountTicket } from "@/api/types";
import { formatDay } from "@/lib/dates";
import { ticketName } from "@/lib/ticket-name";
import { upgradeTexts } from "@/text/areas/upgrade";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";

type Props = {
  tickets: AccountTicket[];
  /** Called with the shop's refusal, or null if the ticket was added. */
  onAdded: (problem: string | null) => Promise<void>;
};

/** The signed-in shopper's tickets that can be upgraded. They can be added here without typing their codes. */
export function OwnTickets({ tickets, onAdded }: Props) {
  const t = useText(upgradeTexts);
  const [adding, setAdding] = useState<string | null>(null);

  async function add({ barcode }: AccountTicket) {
    if (adding !== null) return;
    setAdding(barcode);
    const outcome = await call(
      (api) => api.POST("/upgrade/link-upgrade-ticket", { body: { barcodes: [barcode] } }),
      { busy: t("upgrade.adding") },
    );
    await onAdded(outcome.ok ? null : outcome.message);
    setAdding(null);
  }

  return (
    <section aria-label={t("upgrade.own")} className="grid gap-2">
      <h2 className="text-2xl">{t("upgrade.own")}</h2>
      <ul className="card divide-y divide-line">
        {tickets.map((ticket) => {
          const { barcode, productName, variantName, passLevelName, validityStartDate, validityEndDate } =
            ticket;
          const name = ticketName({ displayName: variantName, effectivePassLevelName: passLevelName });
          const holder = [ticket.firstName, ticket.lastName].filter(Boolean).join(" ");
          const isOneDay = validityEndDate !== undefined && validityStartDate === validityEndDate;
          return (
            <li
              key={barcode}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4 sm:px-6"
            >
              <div className="min-w-0">
                <h3 className="text-base">
                  {productName}, {name}
                </h3>
                <p className="figures text-sm break-all text-ink-2">{barcode}</p>
                {holder ? <p className="text-sm text-ink-2">{holder}</p> : null}
                {isOneDay ? (
                  <p className="figures text-sm text-ink-2">
                    {t("upgrade.visit", { date: formatDay(validityEndDate) })}
                  </p>
                ) : null}
              </div>
              <Button
                appearance="secondary"
                busy={adding === barcode}
                aria-label={t("upgrade.choose-of", { ticket: `${productName}, ${name}`, code: barcode })}
                onClick={() => add(ticket)}
              >
                {t("upgrade.choose")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
