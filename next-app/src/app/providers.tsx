"use client";

import { type ReactNode, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Analytics } from "@/parts/analytics/analytics";
import type { Account } from "@/parts/analytics/data-layer";
import { LoadingOverlay } from "@/parts/loading-overlay/loading-overlay";
import { replaceErrorTexts } from "@/text/error-texts";
import type { Overrides } from "@/text/texts";
import { TextProvider } from "@/text/use-text";

type Props = {
  overrides: Overrides;
  /** The operator's analytics, where configured. */
  account: Account | null;
  children: ReactNode;
};

/** What every page shares in the browser: the language, the operator's texts and the loading overlay. */
export function Providers({ overrides, account, children }: Props) {
  // Before the first call of a page, which runs in an effect of one of its parts.
  useState(() => replaceErrorTexts(overrides));
  return (
    <I18nProvider locale="en-US">
      <TextProvider overrides={overrides}>
        {account ? <Analytics account={account} /> : null}
        <LoadingOverlay>{children}</LoadingOverlay>
      </TextProvider>
    </I18nProvider>
  );
}
