import type { Settings } from "@/api/types";

/** The settings that header, footer and the page for unknown addresses need. */
export type FrameSettings = Pick<
  Settings,
  | "webSiteName"
  | "siteLogoUrl"
  | "profileUrl"
  | "sessionTimeout"
  | "privacyPolicyUrl"
  | "termsOfSaleUrl"
  | "termsOfUseUrl"
>;

export function frameSettingsOf(settings: Settings): FrameSettings {
  const { webSiteName, siteLogoUrl, profileUrl, sessionTimeout } = settings;
  const { privacyPolicyUrl, termsOfSaleUrl, termsOfUseUrl } = settings;
  const legal = { privacyPolicyUrl, termsOfSaleUrl, termsOfUseUrl };
  return { webSiteName, siteLogoUrl, profileUrl, sessionTimeout, ...legal };
}
