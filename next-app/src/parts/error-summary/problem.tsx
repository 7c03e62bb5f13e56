"use client";

import { type Ref, useEffect, useRef, useState } from "react";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

/** The message of a failed action; null if there is none. Its alert takes the focus when it appears. */
export function useProblem(initial: string | null = null) {
  const [problem, setProblem] = useState(initial);
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  return { problem, setProblem, alert };
}

/** The alert with the message of a failed action, if there is one. */
export function ProblemAlert({ problem, alert }: { problem: string | null; alert?: Ref<HTMLDivElement> }) {
  const t = useText(alertTexts);
  if (!problem) return null;
  return (
    <Alert ref={alert} tone="error" label={t("alert.error")}>
      {problem}
    </Alert>
  );
}
