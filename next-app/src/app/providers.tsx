"use client";

import { type ReactNode, useState } from "react";
import { Analytics } from "@/parts/analytics/analytics";
import type { Account } from "@/parts/analytics/data-layer";
import type { FrameSettings } from "@/parts/frame/frame-settings";
import { FrameSettingsProvider } from "@/parts/frame/use-frame-settings";
import { LoadingOverlay } from "@/parts/loading-overlay/loading-overlay";
import { replaceErrorTexts } from "@/text/error-texts";
import type { Overrides } from "@/text/texts";
import { TextProvider } from "@/text/use-text";

type Props = {
  settings: FrameSettings;
  overrides: Overrides;
  /** The operator's analytics account; null if none is configured. */
  account: Account | null;
  children: ReactNode;
};

/** The browser context of every page: settings, operator texts, analytics and loading overlay. */
export function Providers({ settings, overrides, account, children }: Props) {
  // The error texts are replaced during rendering, because the first API call runs in an effect of a child component.
  useState(() => replaceErrorTexts(overrides));
  return (
    <TextProvider overrides={overrides}>
      <FrameSettingsProvider settings={settings}>
        {account ? <Analytics account={account} /> : null}
        <LoadingOverlay>{children}</LoadingOverlay>
      </FrameSettingsProvider>
    </TextProvider>
  );
}
