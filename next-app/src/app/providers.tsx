"use client";

import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { LoadingOverlay } from "@/parts/loading-overlay/loading-overlay";
import type { Overrides } from "@/text/texts";
import { TextProvider } from "@/text/use-text";

/** What every page shares in the browser: the language, the operator's texts and the loading overlay. */
export function Providers({ overrides, children }: { overrides: Overrides; children: ReactNode }) {
  return (
    <I18nProvider locale="en-US">
      <TextProvider overrides={overrides}>
        <LoadingOverlay>{children}</LoadingOverlay>
      </TextProvider>
    </I18nProvider>
  );
}
