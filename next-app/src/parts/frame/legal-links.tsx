"use client";

import { frameTexts } from "@/text/areas/frame";
import { useText } from "@/text/use-text";
import { useFrameSettings } from "./use-frame-settings";

/** Links to the operator's legal pages, if there are any. */
export function LegalLinks() {
  const t = useText(frameTexts);
  const settings = useFrameSettings();
  const legal = [
    { label: t("frame.privacy-policy"), url: settings.privacyPolicyUrl },
    { label: t("frame.terms-of-sale"), url: settings.termsOfSaleUrl },
    { label: t("frame.terms-of-use"), url: settings.termsOfUseUrl },
  ].filter((entry) => entry.url);
  if (legal.length === 0) return null;
  return (
    <nav aria-label={t("frame.footer")} className="text-sm">
      <ul className="flex flex-wrap gap-x-6">
        {legal.map((entry) => (
          <li key={entry.label}>
            <a href={entry.url ?? ""} className="inline-flex min-h-11 items-center text-ink-2 hover:text-ink">
              {entry.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
