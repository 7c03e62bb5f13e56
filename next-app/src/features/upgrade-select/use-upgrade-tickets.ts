"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useState } from "react";
import { isUnexpected } from "@/api/outcome";
import { keys, useApi, useCartChange } from "@/api/swr";
import type { UpgradeTicket } from "@/api/types";
import { routes } from "@/lib/routes";
import { useAnnouncement } from "@/parts/announcement/use-announcement";
import { useProblem } from "@/parts/error-summary/problem";
import { upgradeTexts } from "@/text/areas/upgrade";
import { useText } from "@/text/use-text";

/** The added tickets as the server lists them, and which of them are selected. */
function useTicketSelection(initial: UpgradeTicket[] | null) {
  const list = useApi<UpgradeTicket[]>(
    keys.upgradeTickets,
    (api) => api.GET("/upgrade/linked-upgrade-ticket"),
    { fallbackData: initial ?? undefined },
  );
  const { data: tickets, mutate } = list;
  /** What was checked and unchecked on this page, by the ids of the tickets. */
  const [checked, setChecked] = useState<Record<string, boolean>>({});
  // A shopper who comes back before choosing an upgrade finds the tickets selected.
  const isChecked = ({ id, selected }: UpgradeTicket) => checked[id] ?? selected;
  const selected = (tickets ?? []).filter((ticket) => ticket.eligibleForUpgrade && isChecked(ticket));

  /**
   * Reads the list again and selects the new tickets that can be upgraded, because a shopper who adds a ticket wants to
   * upgrade it.
   */
  async function readAdded() {
    const known = (tickets ?? []).map(({ id }) => id);
    const linked = (await mutate()) ?? [];
    const added = linked.filter(({ id, eligibleForUpgrade }) => eligibleForUpgrade && !known.includes(id));
    setChecked((before) => ({ ...before, ...Object.fromEntries(added.map(({ id }) => [id, true])) }));
  }

  return {
    list,
    tickets,
    selected,
    isChecked,
    check: ({ id }: UpgradeTicket, on: boolean) => setChecked({ ...checked, [id]: on }),
    readAdded,
  };
}

/**
 * Adds, removes and upgrades tickets. `heading` gets the focus after one of the shopper's own tickets was added, or a
 * ticket was removed.
 */
export function useUpgradeTickets(
  initial: UpgradeTicket[] | null,
  heading: RefObject<HTMLHeadingElement | null>,
) {
  const t = useText(upgradeTexts);
  const router = useRouter();
  const changeCart = useCartChange();
  const { selected, readAdded, ...selection } = useTicketSelection(initial);
  const { mutate } = selection.list;
  const { problem, setProblem, alert } = useProblem();
  const { announce, toasts } = useAnnouncement();
  const [isUpgrading, setUpgrading] = useState(false);

  /** Called after the attempt to add tickets by barcode. `all` says whether all typed barcodes were added. */
  async function onAddedByCode(all: boolean) {
    await readAdded();
    if (all) await announce(t("upgrade.added"));
  }

  /** Called after the attempt to add one of the shopper's own tickets. `refusal` is null if the ticket was added. */
  async function onAddedOwn(refusal: string | null) {
    setProblem(refusal);
    await readAdded();
    if (refusal !== null) return;
    heading.current?.focus();
    await announce(t("upgrade.added"));
  }

  async function remove({ id }: UpgradeTicket) {
    setProblem(null);
    // The call also removes the pass in the cart that would replace this ticket, if there is one.
    const outcome = await changeCart(
      (api) => api.POST("/upgrade/remove-linked-upgrade-ticket", { body: { id } }),
      { busy: t("upgrade.removing") },
    );
    await mutate();
    // A ticket that was already removed in a different tab is treated as removed.
    if (!outcome.ok && outcome.status !== 404) {
      const { message } = outcome;
      setProblem(isUnexpected(outcome) ? `${t("upgrade.not-removed")}. ${message}` : message);
      return;
    }
    heading.current?.focus();
    await announce(t("upgrade.removed"));
  }

  async function upgrade() {
    if (selected.length === 0) return setProblem(t("upgrade.none-selected"));
    setProblem(null);
    setUpgrading(true);
    const selections = selected.map(({ id }) => ({ id }));
    const outcome = await changeCart((api) => api.POST("/upgrade/select", { body: { selections } }), {
      busy: t("upgrade.upgrading"),
    });
    if (outcome.ok) return router.push(routes.upgradeProducts());
    setUpgrading(false);
    setProblem(outcome.message);
    await mutate();
  }

  return {
    ...selection,
    selectedCount: selected.length,
    problem,
    alert,
    toasts,
    isUpgrading,
    onAddedByCode,
    onAddedOwn,
    remove,
    upgrade,
  };
}

export type UpgradeTickets = ReturnType<typeof useUpgradeTickets>;
