"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import type { Cart } from "@/api/types";
import { routes } from "@/lib/routes";
import { CodeField } from "@/parts/code-form/code-field";
import { useCodeForm } from "@/parts/code-form/use-code-form";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { alertTexts } from "@/text/areas/alert";
import { cartCodeTexts } from "@/text/areas/cart-code";
import { promotionTexts } from "@/text/areas/promotion";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Form, SubmitButton } from "@/ui/form";
import { useCode } from "./use-code";

type Props = {
  cart: Cart;
  /** How often the disclosure around the field has been opened. Each time, the field takes the focus. */
  timesOpened: number;
};

/** The field of a promotion code, and what the code did. A wrong code stays in the field. */
export default function CodeFields({ cart, timesOpened }: Props) {
  const t = useText(alertTexts, cartCodeTexts, promotionTexts);
  const { ask, question } = useQuestion();
  const { result, submit } = useCode(cart, ask);
  const form = useCodeForm("promotion.label");
  const { input } = form;
  // The field may have loaded after the disclosure was opened. It takes the focus only from the disclosure's title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening moves the focus.
  useEffect(() => {
    const title = input.current?.closest("details")?.querySelector("summary");
    if (title && title === document.activeElement) input.current?.focus();
  }, [input, timesOpened]);
  const alert = useRef<HTMLDivElement>(null);
  // The prices above have changed, so the page has moved.
  useEffect(() => {
    if (result) alert.current?.focus();
  }, [result]);

  const send = () =>
    form.submit(async ({ promotionCode }) => {
      const failure = await submit(promotionCode);
      if (failure === null) form.reset();
      return failure;
    });

  return (
    <div className="grid gap-3 pt-1">
      <ProblemAlert problem={form.problem} alert={form.alert} />
      {result ? (
        <Alert
          ref={alert}
          tone={result.applied ? "success" : "info"}
          label={t(result.applied ? "alert.success" : "alert.info")}
        >
          <p>{result.text}</p>
          {result.offer === null ? null : (
            <Link href={routes.promotion(result.offer)} prefetch={false} className="font-semibold underline">
              {t("cart-code.see-offer")}
            </Link>
          )}
        </Alert>
      ) : null}
      <Form onSubmit={send}>
        <CodeField
          form={form}
          action={
            <SubmitButton appearance="secondary" busy={form.isSubmitting}>
              {t("cart-code.apply")}
            </SubmitButton>
          }
        />
      </Form>
      {question}
    </div>
  );
}
