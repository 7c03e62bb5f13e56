"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { keys, useApi, useCartChange } from "@/api/swr";
import type { BackgroundUpdate, LinkedPass, LinkedPasses } from "@/api/types";
import { pathAfter } from "@/flow/sale-path";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { preloadQuestion, useQuestion } from "@/parts/confirm-dialog/use-question";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { passTexts } from "@/text/areas/pass";
import { passLinkTexts } from "@/text/areas/pass-link";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { DisclosureCard } from "@/ui/disclosure-card";
import { Press } from "@/ui/press";
import { StatusLine } from "@/ui/status-line";
import { AddPass } from "./add-pass";
import { holderOf, PassTable, removalOf } from "./pass-table";

const Toasts = lazy(async () => ({ default: (await import("@/ui/toast")).Toasts }));

/** The polling interval while an order of passes is completing. */
const updatePollMs = 3000;

type Props = {
  /** The list read on the server; null if it could not be read. */
  initial: LinkedPasses | null;
};

/** The passes of an account: linking more, and renewing those that can be renewed. */
export function LinkScreen({ initial }: Props) {
  const t = useText(alertTexts, pageTexts, passTexts, passLinkTexts);
  const router = useRouter();
  const changeCart = useCartChange();
  const { ask, question } = useQuestion();
  const {
    data: list,
    error,
    mutate,
  } = useApi<LinkedPasses>(keys.linkedPasses, (api) => api.GET("/account/linked-pass-details"), {
    fallbackData: initial ?? undefined,
  });
  const update = useBackgroundUpdate(mutate);
  const [selected, setSelected] = useState<string[]>([]);
  const [adding, setAdding] = useState(initial?.passes.length === 0);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useErrorTitle(problem !== null);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  const passes = list?.passes ?? [];
  const chosen = passes.filter(
    (pass) => pass.availableForUpgrade && selected.includes(pass.extUserAccountTicketId),
  );

  async function say(message: string) {
    setSaid(message);
    const { toast } = await import("@/ui/toast");
    toast(message);
  }

  async function remove(pass: LinkedPass) {
    setProblem(null);
    setSaid("");
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
    // A pass that another tab has removed counts as removed.
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
    await say(t("pass-link.removed"));
  }

  async function upgrade() {
    setSaid("");
    if (chosen.length === 0) {
      setProblem(t("pass.none-valid"));
      return;
    }
    setProblem(null);
    setBusy(true);
    const extUserAccountTicketIds = chosen.map((pass) => pass.extUserAccountTicketId);
    const outcome = await changeCart(
      (api) => api.POST("/cart/add-renewal-pass", { body: { extUserAccountTicketIds } }),
      { busy: t("pass-link.upgrading") },
    );
    if (outcome.ok) {
      router.push(pathAfter("pass-link", { passesInvolved: true, installmentBilling: false }));
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
            {t("page.pass-link")}
          </h1>
          <p className="text-ink-2">{t("pass-link.intro")}</p>
        </header>
        <div className="grid gap-3 empty:hidden">
          {problem ? (
            <Alert ref={alert} tone="error" label={t("alert.error")}>
              {problem}
            </Alert>
          ) : null}
          {error || (list === undefined && initial === null) ? (
            <Alert
              tone="error"
              label={t("alert.error")}
              live={initial !== null}
              action={
                <Press className="flex-none font-semibold underline" onClick={() => mutate()}>
                  {t("pass-link.reload")}
                </Press>
              }
            >
              {t("pass-link.failed")}
            </Alert>
          ) : null}
        </div>
        {list ? (
          <>
            <DisclosureCard
              level={2}
              name="addPass"
              title={t("pass-link.add")}
              open={adding}
              onToggle={setAdding}
            >
              <AddPass
                method={list.passValidationMethodId}
                onAdded={async () => {
                  await mutate();
                  await say(t("pass-link.added"));
                }}
              />
            </DisclosureCard>
            <section aria-label={t("pass-link.list")} className="grid gap-2">
              <h2 className="text-2xl">{t("pass-link.list")}</h2>
              <StatusLine visible>{said || update}</StatusLine>
              <div className="card overflow-hidden">
                {passes.length > 0 ? (
                  <PassTable
                    passes={passes}
                    selected={selected}
                    onSelect={(id, on) =>
                      setSelected(on ? [...selected, id] : selected.filter((one) => one !== id))
                    }
                    onRemove={remove}
                    onApproachRemove={preloadQuestion}
                  />
                ) : (
                  <p className="p-4 text-ink-2 sm:p-6">{t("pass-link.empty")}</p>
                )}
              </div>
            </section>
          </>
        ) : null}
        {passes.length > 0 ? (
          <BuyBar place="plain">
            <Button
              blocked={chosen.length === 0}
              busy={busy}
              onClick={upgrade}
              className="ml-auto max-sm:w-full"
            >
              <span aria-live="polite" className="figures">
                {chosen.length > 0
                  ? t("pass-link.upgrade-count", { count: chosen.length })
                  : t("pass-link.upgrade")}
              </span>
            </Button>
          </BuyBar>
        ) : null}
        <Link
          href={routes.profile()}
          prefetch={false}
          className={`${buttonClass("secondary")} justify-self-start`}
        >
          {t("pass-link.return")}
        </Link>
        {question}
        <Suspense>{said ? <Toasts /> : null}</Suspense>
      </div>
    </div>
  );
}

/** The shop's message while an order of passes is completing. The list is read again afterwards. */
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
