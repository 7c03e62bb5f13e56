"use client";

import Link from "next/link";
import { type RefObject, useId, useRef, useState } from "react";
import type { LinkedPasses } from "@/api/types";
import { routes } from "@/lib/routes";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { preloadQuestion, useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { passLinkTexts } from "@/text/areas/pass-link";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { DisclosureCard } from "@/ui/disclosure-card";
import { ScriptButton } from "@/ui/script-button";
import { StatusLine } from "@/ui/status-line";
import { AddPass } from "./add-pass";
import { PassTable } from "./pass-table";
import { type LinkedPassList, useLinkedPasses } from "./use-linked-passes";

type Props = {
  /** The linked passes as read on the server; null if they could not be read. */
  initial: LinkedPasses | null;
};

/** The passes of an account. The shopper links more passes here and renews those that can be renewed. */
export function LinkScreen({ initial }: Props) {
  const t = useText(pageTexts, passLinkTexts);
  const { ask, question } = useQuestion();
  const heading = useRef<HTMLHeadingElement>(null);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const linked = useLinkedPasses({ initial, ask, heading, listHeading });
  const [isAdding, setAdding] = useState(initial?.passes.length === 0);
  const { list, passes, problem, alert, onAdded } = linked;
  useErrorTitle(problem !== null);

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
          <ProblemAlert problem={problem} alert={alert} />
          {list.error || (list.data === undefined && initial === null) ? (
            <ListFailure isNew={initial !== null} reload={() => list.mutate()} />
          ) : null}
        </div>
        {list.data ? (
          <>
            <DisclosureCard
              level={2}
              name="addPass"
              title={t("pass-link.add")}
              open={isAdding}
              onToggle={setAdding}
            >
              <AddPass method={list.data.passValidationMethodId} onAdded={onAdded} />
            </DisclosureCard>
            <PassList linked={linked} heading={listHeading} />
          </>
        ) : null}
        {passes.length > 0 ? <UpgradeBar linked={linked} /> : null}
        <Link
          href={routes.profile()}
          prefetch={false}
          className={`${buttonClass("secondary")} justify-self-start`}
        >
          {t("pass-link.return")}
        </Link>
        {question}
        {linked.toasts}
      </div>
    </div>
  );
}

/**
 * The message that the list could not be loaded. `isNew` is true if the failure happened in the browser; the message is
 * then announced.
 */
function ListFailure({ isNew, reload }: { isNew: boolean; reload: () => void }) {
  const t = useText(alertTexts, passLinkTexts);
  return (
    <Alert
      tone="error"
      label={t("alert.error")}
      live={isNew}
      action={
        <ScriptButton className="flex-none font-semibold underline" onClick={reload}>
          {t("pass-link.reload")}
        </ScriptButton>
      }
    >
      {t("pass-link.failed")}
    </Alert>
  );
}

type ListProps = { linked: LinkedPassList; heading: RefObject<HTMLHeadingElement | null> };

function PassList({ linked, heading }: ListProps) {
  const t = useText(passLinkTexts);
  const { passes, selected, select, remove, update } = linked;
  return (
    <section aria-label={t("pass-link.list")} className="grid gap-2">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {t("pass-link.list")}
      </h2>
      <StatusLine visible={update !== ""}>{update}</StatusLine>
      <div className="card overflow-hidden">
        {passes.length > 0 ? (
          <PassTable
            passes={passes}
            selected={selected}
            onSelect={select}
            onRemove={remove}
            onApproachRemove={preloadQuestion}
          />
        ) : (
          <p className="p-4 text-ink-2 sm:p-6">{t("pass-link.empty")}</p>
        )}
      </div>
    </section>
  );
}

function UpgradeBar({ linked: { chosenCount, missing, isUpgrading, upgrade } }: { linked: LinkedPassList }) {
  const t = useText(passLinkTexts);
  const hint = `${useId()}-hint`;
  const chosen = t(chosenCount === 1 ? "pass-link.chosen-one" : "pass-link.chosen-many", {
    count: chosenCount,
  });
  return (
    <BuyBar place="plain" hint={{ id: hint, text: chosenCount > 0 ? chosen : missing }}>
      <Button
        blocked={chosenCount === 0}
        busy={isUpgrading}
        aria-describedby={hint}
        onClick={upgrade}
        className="ml-auto max-sm:w-full"
      >
        <span aria-live="polite" className="figures">
          {chosenCount > 0 ? t("pass-link.upgrade-count", { count: chosenCount }) : t("pass-link.upgrade")}
        </span>
      </Button>
    </BuyBar>
  );
}
