"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { returnPathAfterSignIn } from "@/lib/return-url";
import { routes } from "@/lib/routes";
import { accountTexts } from "@/text/areas/account";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { classNames } from "@/ui/class-names";

/**
 * The maximum length of a return path that the API accepts. If the path is longer, the visitor returns to the home
 * page.
 */
const maxReturnUrlLength = 500;

/** Redirects the visitor to the operator's identity provider. If that fails, this screen reports the failure. */
export function LeaveForProvider({ returnTo }: { returnTo: string }) {
  const t = useText(accountTexts);
  const [problem, setProblem] = useState<string | null>(null);

  async function leave() {
    setProblem(null);
    const returnUrl = returnTo.length <= maxReturnUrlLength ? returnTo : "/";
    const outcome = await call((api) => api.POST("/account/open-id/begin", { body: { returnUrl } }));
    if (!outcome.ok) return setProblem(outcome.message);
    if (outcome.answer.value) location.assign(outcome.answer.value.url);
  }

  const start = useRef(leave);
  useEffect(() => {
    void start.current();
  }, []);

  return (
    <Waiting says={t("account.to-provider")} problem={problem}>
      <Button onClick={leave}>{t("account.begin-again")}</Button>
    </Waiting>
  );
}

export type Callback = { state: string; code?: string; error?: string; iss?: string };

/**
 * The page to which the identity provider redirects. Its address can be used only once, so the next page replaces it in
 * the history.
 */
export function BackFromProvider({ callback }: { callback: Callback }) {
  const t = useText(accountTexts);
  const [problem, setProblem] = useState<string | null>(null);

  async function finish() {
    const outcome = await call((api) => api.POST("/account/open-id/finish", { body: callback }));
    if (outcome.ok) location.replace(returnPathAfterSignIn(outcome.answer.value?.returnUrl));
    else setProblem(outcome.message);
  }

  const start = useRef(finish);
  useEffect(() => {
    void start.current();
  }, []);

  return (
    <Waiting says={t("account.signing-in")} problem={problem}>
      <Link
        href={routes.smartLogin("/")}
        className={classNames(buttonClass("primary"), "justify-self-start")}
      >
        {t("account.begin-again")}
      </Link>
      <Link href={routes.home()} className="inline-flex min-h-11 items-center justify-self-start underline">
        {t("account.go-on-as-guest")}
      </Link>
    </Waiting>
  );
}

/** Shows the progress, or what went wrong and what the visitor can do. */
function Waiting({ says, problem, children }: { says: string; problem: string | null; children: ReactNode }) {
  const t = useText(accountTexts, alertTexts);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) alert.current?.focus();
  }, [problem]);
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[30rem] gap-4">
        <h1 className="text-h1">{t("account.sign-in-title")}</h1>
        {problem ? (
          <>
            <Alert ref={alert} tone="error" label={t("alert.error")}>
              {problem}
            </Alert>
            {children}
          </>
        ) : (
          <p role="status" className="text-ink-2">
            {says}
          </p>
        )}
      </div>
    </div>
  );
}
