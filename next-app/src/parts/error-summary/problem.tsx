"use client";

import { type ReactNode, type Ref, useCallback, useEffect, useRef, useState } from "react";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

/** The message of a failed action; null if there is none. Its alert takes the focus each time that an action fails. */
export function useProblem() {
  // Each failure is a new object, so that the same message takes the focus again.
  const [failure, setFailure] = useState<{ message: string } | null>(null);
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (failure !== null) alert.current?.focus();
  }, [failure]);

  const setProblem = useCallback(
    (message: string | null) => setFailure(message === null ? null : { message }),
    [],
  );
  return { problem: failure?.message ?? null, setProblem, alert };
}

type ProblemAlertProps = {
  problem: string | null;
  alert?: Ref<HTMLDivElement>;
  /** The id by which a control is described with the message. */
  id?: string;
  /** What the shopper can do instead. */
  children?: ReactNode;
};

/** The alert with the message of a failed action, if there is one. */
export function ProblemAlert({ problem, alert, id, children }: ProblemAlertProps) {
  const t = useText(alertTexts);
  if (!problem) return null;
  return (
    <Alert ref={alert} id={id} tone="error" label={t("alert.error")}>
      {problem}
      {children}
    </Alert>
  );
}
