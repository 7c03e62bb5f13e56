"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { isUnexpected } from "@/api/outcome";
import { keys, useApi, useCartChange } from "@/api/swr";
import type { AccountTicket, UpgradeTicket } from "@/api/types";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { upgradeTexts } from "@/text/areas/upgrade";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { DisclosureCard } from "@/ui/disclosure-card";
import { Press } from "@/ui/press";
import { StatusLine } from "@/ui/status-line";
import { AddTicket } from "./add-ticket";
import { OwnTickets } from "./own-tickets";
import { TicketCard } from "./ticket-card";

const MessageDialog = lazy(() => import("./message-dialog"));
const Toasts = lazy(async () => ({ default: (await import("@/ui/toast")).Toasts }));

type Props = {
  /** The list read on the server; null if it could not be read. */
  initial: UpgradeTicket[] | null;
  /** The shopper's own tickets that can be upgraded; empty for guests. */
  own: AccountTicket[];
};

/** Tickets to upgrade to passes: adds them by barcode and selects them. */
export function UpgradeScreen({ initial, own }: Props) {
  const t = useText(alertTexts, pageTexts, upgradeTexts);
  const router = useRouter();
  const changeCart = useCartChange();
  const {
    data: tickets,
    error,
    mutate,
  } = useApi<UpgradeTicket[]>(keys.upgradeTickets, (api) => api.GET("/upgrade/linked-upgrade-ticket"), {
    fallbackData: initial ?? undefined,
  });
  const id = useId();
  const [checked, setChecked] = useState<string[]>([]);
  const [adding, setAdding] = useState(initial?.length === 0);
  const [asked, setAsked] = useState<UpgradeTicket | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useErrorTitle(problem !== null);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  const waiting = own.filter(({ barcode }) => !tickets?.some(({ mediaCode }) => mediaCode === barcode));
  const chosen = (tickets ?? []).filter(
    ({ id, eligibleForUpgrade }) => eligibleForUpgrade && checked.includes(id),
  );

  /** Reads the list again and selects new tickets, because a shopper who adds a ticket wants to upgrade it. */
  async function readAdded() {
    const known = (tickets ?? []).map(({ id }) => id);
    const linked = (await mutate()) ?? [];
    const added = linked.filter(({ id, eligibleForUpgrade }) => eligibleForUpgrade && !known.includes(id));
    setChecked((ids) => [...ids, ...added.map(({ id }) => id)]);
  }

  async function say(message: string) {
    setSaid(message);
    const { toast } = await import("@/ui/toast");
    toast(message);
  }

  async function remove({ id }: UpgradeTicket) {
    setProblem(null);
    // The call also removes a pass from the cart that waits for this ticket.
    const outcome = await changeCart(
      (api) => api.POST("/upgrade/remove-linked-upgrade-ticket", { body: { id } }),
      { busy: t("upgrade.removing") },
    );
    await mutate();
    // A ticket that another tab has removed counts as removed.
    if (!outcome.ok && outcome.status !== 404) {
      const { message } = outcome;
      setProblem(isUnexpected(outcome) ? `${t("upgrade.not-removed")}. ${message}` : message);
      return;
    }
    heading.current?.focus();
    await say(t("upgrade.removed"));
  }

  async function upgrade() {
    if (chosen.length === 0) {
      setProblem(t("upgrade.none-selected"));
      return;
    }
    setProblem(null);
    setBusy(true);
    const selections = chosen.map(({ id }) => ({ id }));
    const outcome = await changeCart((api) => api.POST("/upgrade/select", { body: { selections } }), {
      busy: t("upgrade.upgrading"),
    });
    if (outcome.ok) {
      router.push(routes.upgradeProducts());
      return;
    }
    setBusy(false);
    setProblem(outcome.message);
    await mutate();
  }

  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[60rem] gap-6">
        <header className="grid gap-2">
          <h1 ref={heading} tabIndex={-1} className="text-h1">
            {t("page.upgrade-select")}
          </h1>
          <p className="max-w-prose text-ink-2">{t("upgrade.intro")}</p>
        </header>
        {problem ? (
          <Alert ref={alert} tone="error" label={t("alert.error")}>
            {problem}
          </Alert>
        ) : null}
        {tickets === undefined ? (
          <Alert
            tone="error"
            label={t("alert.error")}
            action={
              <Press className="flex-none font-semibold underline" onClick={() => mutate()}>
                {t("upgrade.reload")}
              </Press>
            }
          >
            {error?.message || t("upgrade.failed")}
          </Alert>
        ) : (
          <>
            {waiting.length > 0 ? (
              <OwnTickets
                tickets={waiting}
                onAdded={async (fault) => {
                  setProblem(fault);
                  await readAdded();
                  if (fault !== null) return;
                  heading.current?.focus();
                  await say(t("upgrade.added"));
                }}
              />
            ) : null}
            <DisclosureCard
              level={2}
              name="addTicket"
              title={t("upgrade.add")}
              open={adding}
              onToggle={setAdding}
            >
              <AddTicket
                onAdded={async (all) => {
                  await readAdded();
                  if (all) await say(t("upgrade.added"));
                }}
              />
            </DisclosureCard>
            <section aria-label={t("upgrade.list")} className="grid gap-2">
              <h2 className="text-2xl">{t("upgrade.list")}</h2>
              <StatusLine visible>{said}</StatusLine>
              <div className="card overflow-hidden">
                {tickets.length > 0 ? (
                  <ul className="divide-y divide-line">
                    {tickets.map((ticket) => (
                      <TicketCard
                        key={ticket.id}
                        ticket={ticket}
                        checked={checked.includes(ticket.id)}
                        onCheck={(on) =>
                          setChecked(on ? [...checked, ticket.id] : checked.filter((id) => id !== ticket.id))
                        }
                        onAsk={() => setAsked(ticket)}
                        onRemove={() => remove(ticket)}
                      />
                    ))}
                  </ul>
                ) : (
                  <p className="p-4 text-ink-2 sm:p-6">{t("upgrade.empty")}</p>
                )}
              </div>
            </section>
          </>
        )}
        {tickets && tickets.length > 0 ? (
          <BuyBar
            place="plain"
            hint={{ id: `${id}-hint`, text: chosen.length > 0 ? "" : t("upgrade.none-hint") }}
          >
            <Button
              blocked={chosen.length === 0}
              busy={busy}
              aria-describedby={`${id}-hint`}
              onClick={upgrade}
              className="ml-auto max-sm:w-full"
            >
              <span aria-live="polite" className="figures">
                {chosen.length > 0
                  ? t("upgrade.upgrade-count", { count: chosen.length })
                  : t("upgrade.upgrade")}
              </span>
            </Button>
          </BuyBar>
        ) : null}
        <Link
          href={routes.profile()}
          prefetch={false}
          className={`${buttonClass("secondary")} justify-self-start`}
        >
          {t("upgrade.return")}
        </Link>
      </div>
      <Suspense>
        {asked ? (
          <MessageDialog
            title={t("upgrade.not-eligible-title")}
            message={asked.notEligibleReason ?? ""}
            onClose={() => setAsked(null)}
          />
        ) : null}
      </Suspense>
      <Suspense>{said ? <Toasts /> : null}</Suspense>
    </div>
  );
}
