"use client";

import { type ReactNode, useState } from "react";
import type { Packed } from "@/lib/packed";
import { useUnpacked } from "@/lib/use-unpacked";
import { Analytics } from "@/parts/analytics/analytics";
import type { Account } from "@/parts/analytics/data-layer";
import type { FrameSettings } from "@/parts/frame/frame-settings";
import { ShopFrame } from "@/parts/frame/shop-frame";
import { FrameSettingsProvider } from "@/parts/frame/use-frame-settings";
import { LoadingOverlay } from "@/parts/loading-overlay/loading-overlay";
import { replaceErrorTexts } from "@/text/error-texts";
import type { Overrides } from "@/text/texts";
import { TextProvider } from "@/text/use-text";

type Shop = {
  settings: FrameSettings;
  overrides: Overrides;
  /** The operator's analytics account; null if none is configured. */
  account: Account | null;
};

/** What surrounds every page: settings, operator texts, analytics, loading overlay, header and footer. */
export function Shell({ shop, children }: { shop: Packed<Shop>; children: ReactNode }) {
  const { settings, overrides, account } = useUnpacked(shop);
  // The error texts are replaced during rendering, because the first API call runs in an effect of a child component.
  useState(() => replaceErrorTexts(overrides));
  return (
    <TextProvider overrides={overrides}>
      <FrameSettingsProvider settings={settings}>
        {account ? <Analytics account={account} /> : null}
        <LoadingOverlay>
          <ShopFrame>{children}</ShopFrame>
        </LoadingOverlay>
      </FrameSettingsProvider>
    </TextProvider>
  );
}
