"use client";

import { useEffect, useRef, useState } from "react";
import { accountTexts } from "@/text/areas/account";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Form, PostButton } from "@/ui/form";
import { signOut } from "./sign-in";

type Props = {
  returnTo: string;
  /**
   * Whether a shop page opened this page. If so, the session ends immediately. Otherwise the visitor must confirm,
   * because any site can link to this page.
   */
  endsImmediately: boolean;
};

/**
 * Ends the session and opens the next page. Asks for confirmation first unless `endsImmediately` is set and scripts run.
 */
export function LogoutScreen({ returnTo, endsImmediately }: Props) {
  const t = useText(accountTexts, alertTexts);
  const [problem, setProblem] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(endsImmediately);

  async function leave() {
    setProblem(null);
    setLeaving(true);
    const refusal = await signOut(returnTo, t("account.logging-out"), t("account.signed-out"));
    setProblem(refusal?.message ?? null);
  }

  const start = useRef(leave);
  useEffect(() => {
    if (endsImmediately) void start.current();
  }, [endsImmediately]);

  const question = (
    <Form className="grid gap-4" onSubmit={leave}>
      <p className="text-ink-2">{t("account.logout-question")}</p>
      <PostButton>{t("account.logout-proceed")}</PostButton>
    </Form>
  );
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
        ) : leaving ? (
          <>
            <p className="text-ink-2 [@media(scripting:none)]:hidden">{t("account.logging-out")}</p>
            <noscript>{question}</noscript>
          </>
        ) : (
          question
        )}
      </div>
    </div>
  );
}
