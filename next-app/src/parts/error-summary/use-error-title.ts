"use client";

import { useEffect } from "react";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";

/**
 * While there are errors the document title starts with a note about them, because screen readers read the title first.
 */
export function useErrorTitle(hasErrors: boolean): void {
  const t = useText(checkoutTexts);
  useEffect(() => {
    const title = document.title;
    // The note is added only once, even if two parts of a page have errors.
    if (!hasErrors || title.startsWith(t("checkout.error-title", { title: "" }))) return;
    document.title = t("checkout.error-title", { title });
    return () => {
      document.title = title;
    };
  }, [hasErrors, t]);
}
