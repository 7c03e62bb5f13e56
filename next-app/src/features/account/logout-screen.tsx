"use client";

import { useEffect, useRef, useState } from "react";
import { accountTexts } from "@/text/areas/account";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { signOut } from "./sign-in";

/** Ends the session at once and goes on; stays only to say that it did not work. */
export function LogoutScreen({ returnTo }: { returnTo: string }) {
  const t = useText(accountTexts, alertTexts);
  const [problem, setProblem] = useState<string | null>(null);

  async function leave() {
    setProblem(null);
    const refusal = await signOut(returnTo, t("account.logging-out"));
    setProblem(refusal?.message ?? null);
  }

  const start = useRef(leave);
  useEffect(() => {
    void start.current();
  }, []);

  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[30rem] gap-4">
        <h1 className="text-h1">{t("account.logout-title")}</h1>
        {problem ? (
          <>
            <Alert tone="error" label={t("alert.error")}>
              {problem}
            </Alert>
            <Button onClick={leave}>{t("account.logout-retry")}</Button>
          </>
        ) : (
          <p className="text-ink-2">{t("account.logging-out")}</p>
        )}
      </div>
    </div>
  );
}
