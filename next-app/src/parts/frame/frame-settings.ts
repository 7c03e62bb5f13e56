import type { Settings } from "@/api/types";

/** The settings that header, footer and the page for unknown addresses need. */
export type FrameSettings = Pick<
  Settings,
  | "webSiteName"
  | "siteLogoUrl"
  | "menu"
  | "profileUrl"
  | "sessionTimeout"
  | "privacyPolicyUrl"
  | "termsOfSaleUrl"
  | "termsOfUseUrl"
>;

export function frameSettingsOf(settings: Settings): FrameSettings {
  const { webSiteName, siteLogoUrl, menu, profileUrl, sessionTimeout } = settings;
  const { privacyPolicyUrl, termsOfSaleUrl, termsOfUseUrl } = settings;
  const legal = { privacyPolicyUrl, termsOfSaleUrl, termsOfUseUrl };
  return { webSiteName, siteLogoUrl, menu, profileUrl, sessionTimeout, ...legal };
}
