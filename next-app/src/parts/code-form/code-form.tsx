"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import { routes } from "@/lib/routes";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { alertTexts } from "@/text/areas/alert";
import { promotionTexts } from "@/text/areas/promotion";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { CodeField } from "./code-field";
import { codeFailure, useCodeForm } from "./use-code-form";

type Props = {
  /** What the code opens: a promotion page, or a product's advance sale. */
  opens: "promotion" | { advance: string };
  /** The code entered before. It stays until the shopper changes it. */
  code: string;
  /** The server's message about that code, if it was refused. */
  problem: string | null;
};

/**
 * A form with one code field. The code is checked without leaving the page, so that a wrong code stays in the field.
 * Without scripts the next page checks it.
 */
export function CodeForm({ opens, code, problem: initialProblem }: Props) {
  const t = useText(alertTexts, promotionTexts);
  const router = useRouter();
  // The message that the server sent with the page, shown until the shopper submits the form.
  const [sent, setSent] = useState(initialProblem);
  const [isMoving, startMoving] = useTransition();
  const form = useCodeForm(opens === "promotion" ? "promotion.label" : "promotion.advance-label", code);

  function submit() {
    setSent(null);
    return form.submit(async (typed) => {
      const promotionCode = typed.promotionCode.trim();
      const outcome = await call<{ success: boolean }>((api) =>
        opens === "promotion"
          ? api.POST("/product/multi", { body: { saleFlowId: 5, promotionCode } })
          : api.POST("/product/single", {
              body: { extProductId: opens.advance, saleFlowId: 14, promotionCode },
            }),
      );
      if (!outcome.ok) return { ...codeFailure(outcome), message: text(outcome), retryAfterSeconds: null };
      startMoving(() =>
        router.push(
          opens === "promotion"
            ? routes.promotion(promotionCode)
            : routes.advanceSale(opens.advance, promotionCode),
        ),
      );
      return null;
    });
  }

  function text({ message, retryAfterSeconds }: Refusal): string {
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
      {sent ? (
        <Alert tone="error" label={t("alert.error")} live={false}>
          {sent}
        </Alert>
      ) : null}
      <ProblemAlert problem={form.problem} alert={form.alert} />
      <CodeField form={form} />
      <Button type="submit" wide busy={form.isSubmitting || isMoving}>
        {t("promotion.submit")}
      </Button>
    </form>
  );
}
