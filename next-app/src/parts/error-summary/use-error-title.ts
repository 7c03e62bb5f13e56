"use client";

import { useEffect } from "react";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";

/** While something is wrong the document's title says so first: it is what is read when the page is heard. */
export function useErrorTitle(hasErrors: boolean): void {
  const t = useText(checkoutTexts);
  useEffect(() => {
    if (!hasErrors) return;
    const title = document.title;
    document.title = t("checkout.error-title", { title });
    return () => {
      document.title = title;
    };
  }, [hasErrors, t]);
}
