"use client";

import type { ReactNode } from "react";
import type { Product } from "@/api/types";
import type { Sale } from "@/parts/performance-picker/sale";
import { multiTexts } from "@/text/areas/multi";
import { multiPassTexts } from "@/text/areas/multi-pass";
import { useText } from "@/text/use-text";
import { FullPrice } from "./full-price";

export type PassPage = {
  sale: Sale;
  path: string;
  /** What has the page's own tag. */
  products: Product[];
  /** What only the tag of all passes has; shown on request. */
  others: Product[];
  /** Why the page's own tag sells nothing, where it does not. */
  message: string | null;
  /** For how many seconds what is typed is kept. */
  keptFor: number;
};

/** Passes to choose, each with whom it is for. */
export function MultiPassScreen({ page, children }: { page: PassPage; children: ReactNode }) {
  const t = useText(multiTexts, multiPassTexts);
  return (
    <div className="frame grid gap-6 sm:gap-8">
      <header className="grid gap-2">
        {children}
        <p className="max-w-prose text-ink-2">{t("multi-pass.intro")}</p>
      </header>
      <noscript>
        <p className="font-semibold">{t("multi.no-script")}</p>
      </noscript>
      <FullPrice page={page} />
    </div>
  );
}
