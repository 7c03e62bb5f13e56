"use client";

import Link from "next/link";
import { lazy, Suspense, useId, useRef, useState } from "react";
import type { AccountTicket, UpgradeTicket } from "@/api/types";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { upgradeTexts } from "@/text/areas/upgrade";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { DisclosureCard } from "@/ui/disclosure-card";
import { ScriptButton } from "@/ui/script-button";
import { AddTicket } from "./add-ticket";
import { OwnTickets } from "./own-tickets";
import { TicketCard } from "./ticket-card";
import { type UpgradeTickets, useUpgradeTickets } from "./use-upgrade-tickets";

const MessageDialog = lazy(() => import("./message-dialog"));

type Props = {
  /** The added tickets as read on the server; null if they could not be read. */
  initial: UpgradeTicket[] | null;
  /** The shopper's own tickets that can be upgraded; empty for guests. */
  own: AccountTicket[];
};

/**
 * The screen where the shopper adds tickets, from the account or by barcode, and selects those to upgrade to passes.
 */
export function UpgradeScreen({ initial, own }: Props) {
  const t = useText(pageTexts, upgradeTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  const upgrades = useUpgradeTickets(initial, heading);
  const [isAdding, setAdding] = useState(initial?.length === 0);
  const { tickets, problem, alert, onAddedOwn, onAddedByCode } = upgrades;
  const notAdded = own.filter(({ barcode }) => !tickets?.some(({ mediaCode }) => mediaCode === barcode));
  useErrorTitle(problem !== null);

  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[60rem] gap-6">
        <header className="grid gap-2">
          <h1 ref={heading} tabIndex={-1} className="text-h1">
            {t("page.upgrade-select")}
          </h1>
          <p className="max-w-prose text-ink-2">{t("upgrade.intro")}</p>
        </header>
        <ProblemAlert problem={problem} alert={alert} />
        {tickets === undefined ? (
          <ListFailure list={upgrades.list} />
        ) : (
          <>
            {notAdded.length > 0 ? <OwnTickets tickets={notAdded} onAdded={onAddedOwn} /> : null}
            <DisclosureCard
              level={2}
              name="addTicket"
              title={t("upgrade.add")}
              open={isAdding}
              onToggle={setAdding}
            >
              <AddTicket onAdded={onAddedByCode} />
            </DisclosureCard>
            <TicketList upgrades={upgrades} tickets={tickets} />
          </>
        )}
        {tickets && tickets.length > 0 ? <UpgradeBar upgrades={upgrades} /> : null}
        <Link
          href={routes.profile()}
          prefetch={false}
          className={`${buttonClass("secondary")} justify-self-start`}
        >
          {t("upgrade.return")}
        </Link>
      </div>
      {upgrades.toasts}
    </div>
  );
}

function ListFailure({ list: { error, mutate } }: Pick<UpgradeTickets, "list">) {
  const t = useText(alertTexts, upgradeTexts);
  return (
    <Alert
      tone="error"
      label={t("alert.error")}
      action={
        <ScriptButton className="flex-none font-semibold underline" onClick={() => mutate()}>
          {t("upgrade.reload")}
        </ScriptButton>
      }
    >
      {error?.message || t("upgrade.failed")}
    </Alert>
  );
}

/** The added tickets. A dialog explains why a ticket cannot be upgraded. */
function TicketList({ upgrades, tickets }: { upgrades: UpgradeTickets; tickets: UpgradeTicket[] }) {
  const t = useText(upgradeTexts);
  const { isChecked, check, remove } = upgrades;
  const [explained, setExplained] = useState<UpgradeTicket | null>(null);
  return (
    <section aria-label={t("upgrade.list")} className="grid gap-2">
      <h2 className="text-2xl">{t("upgrade.list")}</h2>
      <div className="card overflow-hidden">
        {tickets.length > 0 ? (
          <ul className="divide-y divide-line">
            {tickets.map((ticket) => (
              <TicketCard
                key={ticket.id}
                ticket={ticket}
                checked={isChecked(ticket)}
                onCheck={(on) => check(ticket, on)}
                onAsk={() => setExplained(ticket)}
                onRemove={() => remove(ticket)}
              />
            ))}
          </ul>
        ) : (
          <p className="p-4 text-ink-2 sm:p-6">{t("upgrade.empty")}</p>
        )}
      </div>
      <Suspense>
        {explained ? (
          <MessageDialog
            title={t("upgrade.not-eligible-title")}
            message={explained.notEligibleReason ?? ""}
            onClose={() => setExplained(null)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}

function UpgradeBar({ upgrades: { selectedCount, isUpgrading, upgrade } }: { upgrades: UpgradeTickets }) {
  const t = useText(upgradeTexts);
  const hint = `${useId()}-hint`;
  return (
    <BuyBar place="plain" hint={{ id: hint, text: selectedCount > 0 ? "" : t("upgrade.none-hint") }}>
      <Button
        blocked={selectedCount === 0}
        busy={isUpgrading}
        aria-describedby={hint}
        onClick={upgrade}
        className="ml-auto max-sm:w-full"
      >
        <span aria-live="polite" className="figures">
          {selectedCount > 0 ? t("upgrade.upgrade-count", { count: selectedCount }) : t("upgrade.upgrade")}
        </span>
      </Button>
    </BuyBar>
  );
}
