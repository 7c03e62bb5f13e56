"use client";

import Link from "next/link";
import { type Ref, useEffect, useRef, useState } from "react";
import { keys, useApi, useCartChange, useSession } from "@/api/swr";
import type { Cart, CartPasses } from "@/api/types";
import { routes } from "@/lib/routes";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { alertTexts } from "@/text/areas/alert";
import { openPassesTexts } from "@/text/areas/open-passes";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { focusPageHeading } from "@/ui/page-heading";
import { ScriptButton } from "@/ui/script-button";
import { StatusLine } from "@/ui/status-line";

type Props = { cart: Pick<Cart, "openPasses" | "blankPasses">; ref?: Ref<HTMLDivElement> };

/**
 * A notice that passes of the cart cannot be paid yet. It links to the page that completes them, and it can remove
 * passes that no cart line shows.
 */
export function OpenPasses({ cart: { openPasses, blankPasses }, ref }: Props) {
  const t = useText(alertTexts, openPassesTexts);
  const { data: session } = useSession();
  const { ask, question } = useQuestion();
  const changeCart = useCartChange();
  const [problem, setProblem] = useState<string | null>(null);
  // The calls for passes need sign-in. The page of passholders asks guests to sign in.
  const asks = openPasses > 0 && session?.userAuthenticated === true;
  const { data } = useApi<CartPasses>(asks ? keys.cartPasses(openPasses) : null, (api) =>
    api.GET("/cart/pass"),
  );
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
  if (openPasses === 0) return null;
  const wantsProducts =
    data?.passes.every((pass) => pass.isComplete && !pass.demographicsUpdateRequired) ?? false;
  // The product of an upgrade is chosen on a separate page, before anything else. For guests, only upgrades put passes
  // without a product into the cart.
  const wantsUpgrades =
    session?.userAuthenticated === false
      ? blankPasses > 0
      : (data?.passes.some((pass) => pass.isTicketUpgrade && pass.requiresProductSelection) ?? false);
  // The holder of a renewed pass cannot change.
  const areRenewals = data?.passes.every((pass) => pass.isRenewal) ?? false;
  const [href, text] = wantsUpgrades
    ? [routes.upgradeProducts(), t("open-passes.upgrades")]
    : wantsProducts
      ? [routes.passProducts(), t("open-passes.products")]
      : [routes.passDemographics(), t(areRenewals ? "open-passes.renewals" : "open-passes.holders")];

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
    <Alert ref={ref} tone="warning" label={t("alert.warning")} live={false}>
      <span ref={statusText} tabIndex={-1} className="outline-none">
        {t(openPasses === 1 ? "open-passes.one" : "open-passes.many", { count: openPasses })}
      </span>{" "}
      <span className="inline-flex flex-wrap items-baseline gap-x-4">
        <Link href={href} prefetch={false} className={link}>
          {text}
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
