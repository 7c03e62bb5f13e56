import type { Metadata } from "next";
import { fetchPosted } from "@/api/posted";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { LeaveForProvider } from "@/features/account/open-id-screens";
import { SmartLoginScreen } from "@/features/account/smart-login-screen";
import { returnPathAfterSignIn } from "@/lib/return-url";
import { postedTitle } from "@/parts/form/posted-title";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<{ ReturnUrl?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: await postedTitle(createTranslate(await fetchOverrides(), pageTexts)("page.smart-login")),
    robots: { index: false },
  };
}

export default async function SmartLoginPage({ searchParams }: Props) {
  const [{ ReturnUrl }, settings] = await Promise.all([searchParams, fetchSettings()]);
  const returnTo = returnPathAfterSignIn(ReturnUrl);
  return settings.openIdSignIn ? (
    <>
      <NeedsScript text="no-script.provider" next="shop" />
      <LeaveForProvider returnTo={returnTo} />
    </>
  ) : (
    <SmartLoginScreen returnTo={returnTo} posted={await fetchPosted()} />
  );
}
