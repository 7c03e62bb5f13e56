"use client";

import { useEffect } from "react";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";

/** While something is wrong the document's title says so first: it is what is read when the page is heard. */
export function useErrorTitle(hasErrors: boolean): void {
  const t = useText(checkoutTexts);
  useEffect(() => {
    const title = document.title;
    // Two parts of a page may each have something to tell: once is enough.
    if (!hasErrors || title.startsWith(t("checkout.error-title", { title: "" }))) return;
    document.title = t("checkout.error-title", { title });
    return () => {
      document.title = title;
    };
  }, [hasErrors, t]);
}
