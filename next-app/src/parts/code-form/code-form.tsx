"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import { routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { promotionTexts } from "@/text/areas/promotion";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";

type Props = {
  /** What the code opens: a promotion page, or a product's advance sale. */
  opens: "promotion" | { advance: string };
  /** The code entered before. It stays until the shopper changes it. */
  code: string;
  /** The server's message about that code, if it was refused. */
  problem: string | null;
};

/**
 * A form with one code field. The code is checked without leaving the page, so that a wrong one stays. Without scripts
 * the next page checks it.
 */
export function CodeForm({ opens, code: initial, problem: told }: Props) {
  const t = useText(alertTexts, promotionTexts);
  const router = useRouter();
  const [code, setCode] = useState(initial);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState(told);
  const [asking, setAsking] = useState(false);
  const [moving, startMoving] = useTransition();
  const field = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const isTold = problem === told;

  useEffect(() => {
    if (problem !== null && !isTold) alert.current?.focus();
  }, [problem, isTold]);

  async function submit() {
    const typed = code.trim();
    setProblem(null);
    if (typed === "") {
      setMissing(true);
      field.current?.focus();
      return;
    }
    setAsking(true);
    const outcome = await call<{ success: boolean }>((api) =>
      opens === "promotion"
        ? api.POST("/product/multi", { body: { saleFlowId: 5, promotionCode: typed } })
        : api.POST("/product/single", {
            body: { extProductId: opens.advance, saleFlowId: 14, promotionCode: typed },
          }),
    );
    setAsking(false);
    if (!outcome.ok) {
      setProblem(words(outcome));
      return;
    }
    startMoving(() =>
      router.push(opens === "promotion" ? routes.promotion(typed) : routes.advanceSale(opens.advance, typed)),
    );
  }

  function words({ message, retryAfterSeconds }: Refusal): string {
    if (retryAfterSeconds === null) return message;
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const wait =
      minutes === 1 ? t("promotion.wait-minute") : t("promotion.wait-minutes", { minutes: String(minutes) });
    return `${message} ${wait}`;
  }

  return (
    <form
      method="get"
      action={opens === "promotion" ? routes.promotion() : routes.advanceProduct(opens.advance)}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem ? (
        <Alert ref={alert} tone="error" label={t("alert.error")} live={!isTold}>
          {problem}
        </Alert>
      ) : null}
      <TextField
        ref={field}
        name="promotionCode"
        label={t(opens === "promotion" ? "promotion.label" : "promotion.advance-label")}
        value={code}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={missing ? t("promotion.missing") : null}
        onChange={(event) => {
          setCode(event.target.value);
          setMissing(false);
        }}
      />
      <Button type="submit" wide busy={asking || moving}>
        {t("promotion.submit")}
      </Button>
    </form>
  );
}
