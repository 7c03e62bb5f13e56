"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { keys, useApi, useCartChange } from "@/api/swr";
import type { BackgroundUpdate, LinkedPass, LinkedPasses } from "@/api/types";
import { pathAfter } from "@/flow/sale-path";
import { useAnnouncement } from "@/parts/announcement/use-announcement";
import type { Ask } from "@/parts/confirm-dialog/use-question";
import { useProblem } from "@/parts/error-summary/problem";
import { passTexts } from "@/text/areas/pass";
import { passLinkTexts } from "@/text/areas/pass-link";
import { useText } from "@/text/use-text";
import { holderOf, removalOf } from "./pass-table";

/** The polling interval while an order of passes is completing, in milliseconds. */
const updatePollMs = 3000;

type Options = {
  /** The linked passes as read on the server; null if they could not be read. */
  initial: LinkedPasses | null;
  ask: Ask;
  /** The heading of the page, which gets the focus when no pass is left after a removal. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** The heading of the list, which gets the focus after a pass was added. */
  listHeading: RefObject<HTMLHeadingElement | null>;
};

/** The state of the account's linked passes and of the selection, and the actions that remove and renew passes. */
export function useLinkedPasses({ initial, ask, heading, listHeading }: Options) {
  const t = useText(passTexts, passLinkTexts);
  const list = useApi<LinkedPasses>(keys.linkedPasses, (api) => api.GET("/account/linked-pass-details"), {
    fallbackData: initial ?? undefined,
  });
  const { data, mutate } = list;
  const update = useBackgroundUpdate(mutate);
  const [selected, setSelected] = useState<string[]>([]);
  const { problem, setProblem, alert } = useProblem();
  const { announce, toasts } = useAnnouncement();
  const passes = data?.passes ?? [];
  const chosen = passes.filter(
    (pass) => pass.availableForUpgrade && selected.includes(pass.extUserAccountTicketId),
  );

  async function onAdded() {
    await mutate();
    listHeading.current?.focus();
    await announce(t("pass-link.added"));
  }

  async function remove(pass: LinkedPass) {
    setProblem(null);
    const message = t("pass-link.remove-message", { name: holderOf(t, pass) });
    const proceeds = await ask({
      title: t("pass-link.remove-title"),
      message: [message],
      proceedText: t("pass-link.remove-proceed"),
      cancelText: t("pass-link.remove-keep"),
    });
    if (!proceeds) return;
    const body = { extUserAccountTicketId: pass.extUserAccountTicketId };
    const outcome = await call((api) => api.POST("/account/unlink-pass", { body }), {
      busy: t("pass-link.removing"),
    });
    // A pass that was already removed in a different tab is treated as removed.
    if (!outcome.ok && outcome.status !== 404) {
      await mutate();
      setProblem(`${t("pass-link.not-removed")}. ${outcome.message}`);
      return;
    }
    const rest = passes.filter((one) => one !== pass);
    const next = rest[Math.min(passes.indexOf(pass), rest.length - 1)];
    await mutate();
    if (next) document.querySelector<HTMLElement>(`[name="${CSS.escape(removalOf(next))}"]`)?.focus();
    else heading.current?.focus();
    await announce(t("pass-link.removed"));
  }

  const isRenewable = passes.some((pass) => pass.availableForUpgrade);
  const missing = t(isRenewable ? "pass-link.none-chosen" : "pass-link.none-renewable");
  const { isUpgrading, upgrade } = useRenewal({ chosen, missing, setProblem, reload: mutate });

  return {
    list,
    passes,
    selected,
    select: (id: string, on: boolean) =>
      setSelected(on ? [...selected, id] : selected.filter((one) => one !== id)),
    chosenCount: chosen.length,
    /** Why nothing can be renewed while no pass is selected. */
    missing,
    problem,
    alert,
    toasts,
    /** The server's message while an order of passes is completing. */
    update,
    isUpgrading,
    onAdded,
    remove,
    upgrade,
  };
}

export type LinkedPassList = ReturnType<typeof useLinkedPasses>;

type RenewalOptions = {
  chosen: LinkedPass[];
  missing: string;
  setProblem: (message: string | null) => void;
  reload: () => Promise<unknown>;
};

/** Adds renewals of the chosen passes to the cart, and opens the page of their passholders. */
function useRenewal({ chosen, missing, setProblem, reload }: RenewalOptions) {
  const t = useText(passTexts, passLinkTexts);
  const router = useRouter();
  const changeCart = useCartChange();
  const [isUpgrading, setUpgrading] = useState(false);

  async function upgrade() {
    if (chosen.length === 0) return setProblem(`${t("pass.none-valid")}. ${missing}`);
    setProblem(null);
    setUpgrading(true);
    const extUserAccountTicketIds = chosen.map((pass) => pass.extUserAccountTicketId);
    const outcome = await changeCart(
      (api) => api.POST("/cart/add-renewal-pass", { body: { extUserAccountTicketIds } }),
      { busy: t("pass-link.upgrading") },
    );
    if (outcome.ok) {
      router.push(pathAfter("pass-link", { passesInvolved: true, installmentBilling: false }));
      return;
    }
    setUpgrading(false);
    setProblem(outcome.message);
    await reload();
  }

  return { isUpgrading, upgrade };
}

/**
 * The server's message while an order of passes is completing. After the order has completed, the list is loaded again.
 */
function useBackgroundUpdate(reload: () => void): string {
  const { data } = useApi<BackgroundUpdate>(
    keys.backgroundUpdate,
    (api) => api.GET("/account/background-update-status"),
    {
      revalidateOnFocus: true,
      pollMs: (latest) => (latest?.updateProcessing ? updatePollMs : 0),
    },
  );
  const processing = data?.updateProcessing ?? false;
  const wasProcessing = useRef(false);
  useEffect(() => {
    if (wasProcessing.current && !processing) reload();
    wasProcessing.current = processing;
  }, [processing, reload]);
  return data?.message ?? "";
}
