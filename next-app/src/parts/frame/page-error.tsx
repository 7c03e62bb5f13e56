"use client";

import { useEffect, useRef } from "react";
import { errorTexts } from "@/text/areas/error";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";

export type PageErrorProps = { error: unknown; retry: () => void };

/**
 * Replaces a page that failed. The reference number finds the error in the server's log; the error itself is not shown.
 */
export function PageError({ error, retry }: PageErrorProps) {
  const t = useText(errorTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  const reference = referenceOf(error);

  useEffect(() => heading.current?.focus(), []);

  return (
    <div className="frame grid justify-items-start gap-4 py-16">
      <h1 ref={heading} tabIndex={-1} className="text-h1">
        {t("error.title")}
      </h1>
      <p className="max-w-prose text-lg text-ink-2">{t("error.body")}</p>
      <Button onClick={() => retry()}>{t("error.retry")}</Button>
      {reference ? <p className="figures text-sm text-ink-2">{t("error.reference", { reference })}</p> : null}
    </div>
  );
}

function referenceOf(error: unknown): string | null {
  const digest = error instanceof Error && "digest" in error ? error.digest : null;
  return typeof digest === "string" ? digest : null;
}
