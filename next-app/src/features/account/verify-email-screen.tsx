"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { routes } from "@/lib/routes";
import { accountTexts } from "@/text/areas/account";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { classNames } from "@/ui/class-names";

type State = { is: "asking" | "verified" | "sent" | "signed-out" } | { is: "refused"; why: string };

/**
 * The target of the verification link in an e-mail: verifies the signed-in account's address. Without a token it offers
 * to send a link.
 */
export function VerifyEmailScreen({ token }: { token: string | null }) {
  const t = useText(accountTexts, alertTexts);
  const [state, setState] = useState<State>({ is: "asking" });
  const [busy, setBusy] = useState(false);

  async function run(next: "verified" | "sent") {
    setBusy(true);
    const outcome = await call((api) =>
      next === "verified"
        ? api.POST("/account/verify-email", { body: { token: token ?? "" } })
        : api.POST("/account/send-verification"),
    );
    setBusy(false);
    if (outcome.ok) setState({ is: next });
    else if (outcome.status === 401) setState({ is: "signed-out" });
    else setState({ is: "refused", why: outcome.message });
  }

  const start = useRef(run);
  useEffect(() => {
    if (token) void start.current("verified");
  }, [token]);

  const statusText = {
    asking: token ? t("account.verifying") : t("account.verify-intro"),
    verified: t("account.verified"),
    sent: t("account.verification-sent"),
    "signed-out": t("account.verify-signed-out"),
  };
  const here = token ? `${routes.verifyEmail()}?token=${encodeURIComponent(token)}` : routes.verifyEmail();
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[30rem] gap-4">
        <h1 className="text-h1">{t("account.verify-title")}</h1>
        {state.is === "refused" ? (
          <Alert tone="error" label={t("alert.error")}>
            {state.why}
          </Alert>
        ) : (
          <p role="status" className="text-ink-2">
            {statusText[state.is]}
          </p>
        )}
        {state.is === "signed-out" ? (
          <Link
            href={routes.smartLogin(here)}
            className={classNames(buttonClass("primary"), "justify-self-start")}
          >
            {t("account.to-sign-in")}
          </Link>
        ) : null}
        {state.is === "verified" ? (
          <Link href={routes.home()} className={classNames(buttonClass("primary"), "justify-self-start")}>
            {t("account.see-offers")}
          </Link>
        ) : null}
        {state.is === "refused" || state.is === "sent" || (state.is === "asking" && !token) ? (
          <Button
            appearance={state.is === "sent" ? "secondary" : "primary"}
            busy={busy}
            onClick={() => run("sent")}
          >
            {t(state.is === "sent" ? "account.reset-again" : "account.send-verification")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
