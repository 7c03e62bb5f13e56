"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { useCartChange } from "@/api/swr";
import type { Cart } from "@/api/types";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { alertTexts } from "@/text/areas/alert";
import { openPassesTexts } from "@/text/areas/open-passes";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { focusPageHeading } from "@/ui/page-heading";
import { ScriptButton } from "@/ui/script-button";
import { StatusLine } from "@/ui/status-line";
import { usePassCompletion } from "./use-pass-completion";

type Props = { cart: Pick<Cart, "openPasses" | "blankPasses"> };

/**
 * A notice that passes of the cart cannot be paid yet. It links to the page that completes them, and it can remove
 * passes that no cart line shows.
 */
export function OpenPasses({ cart }: Props) {
  const { openPasses, blankPasses } = cart;
  const t = useText(alertTexts, openPassesTexts);
  const completion = usePassCompletion(cart);
  const { ask, question } = useQuestion();
  const changeCart = useCartChange();
  const [problem, setProblem] = useState<string | null>(null);
  const statusText = useRef<HTMLSpanElement>(null);
  const removing = useRef(false);
  // The pressed button has disappeared, and perhaps the whole notice, so the focus must move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: fewer passes change the text
  useEffect(() => {
    if (!removing.current) return;
    removing.current = false;
    if (statusText.current) statusText.current.focus();
    else focusPageHeading();
  }, [openPasses, blankPasses]);
  if (completion === null) return null;

  async function remove() {
    const proceeds = await ask({
      title: t("open-passes.remove-title"),
      message: [t("open-passes.remove-message")],
      proceedText: t("open-passes.remove"),
      cancelText: t("open-passes.keep"),
    });
    if (!proceeds) return;
    removing.current = true;
    const outcome = await changeCart((api) => api.POST("/cart/remove-blank-passes"), {
      busy: t("open-passes.removing"),
    });
    if (!outcome.ok) removing.current = false;
    setProblem(outcome.ok ? null : outcome.message);
  }

  const link = "inline-block min-h-6 font-semibold text-warn underline";
  return (
    <Alert tone="warning" label={t("alert.warning")} live={false}>
      <span ref={statusText} tabIndex={-1} className="outline-none">
        {t(openPasses === 1 ? "open-passes.one" : "open-passes.many", { count: openPasses })}
      </span>{" "}
      <span className="inline-flex flex-wrap items-baseline gap-x-4">
        <Link href={completion.href} prefetch={false} className={link}>
          {completion.text}
        </Link>
        {blankPasses > 0 ? (
          <ScriptButton className={link} onClick={remove}>
            {t(blankPasses === 1 ? "open-passes.remove-one" : "open-passes.remove-many", {
              count: blankPasses,
            })}
          </ScriptButton>
        ) : null}
      </span>
      <StatusLine visible={problem !== null}>{problem ?? ""}</StatusLine>
      {question}
    </Alert>
  );
}
