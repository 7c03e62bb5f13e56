"use client";

import { useEffect } from "react";
import { formTexts } from "@/text/areas/form";
import { useText } from "@/text/use-text";

/**
 * While there are errors the document title starts with a note about them, because screen readers read the title first.
 */
export function useErrorTitle(hasErrors: boolean): void {
  const t = useText(formTexts);
  useEffect(() => {
    const title = document.title;
    // The note is added only once, even if two parts of a page have errors.
    if (!hasErrors || title.startsWith(t("form.error-title", { title: "" }))) return;
    document.title = t("form.error-title", { title });
    return () => {
      document.title = title;
    };
  }, [hasErrors, t]);
}
