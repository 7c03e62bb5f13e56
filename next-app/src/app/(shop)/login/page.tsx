import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchPosted } from "@/api/posted";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { LoginScreen } from "@/features/account/login-screen";
import { returnPathAfterSignIn } from "@/lib/return-url";
import { routes } from "@/lib/routes";
import { postedTitle } from "@/parts/form/posted-title";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<{ ReturnUrl?: string | string[]; changed?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: await postedTitle(createTranslate(await fetchOverrides(), pageTexts)("page.login")),
    robots: { index: false },
  };
}

export default async function LoginPage({ searchParams }: Props) {
  const [{ ReturnUrl, changed }, settings, posted] = await Promise.all([
    searchParams,
    fetchSettings(),
    fetchPosted(),
  ]);
  const returnTo = returnPathAfterSignIn(ReturnUrl);
  if (settings.openIdSignIn) redirect(routes.smartLogin(returnTo));
  return <LoginScreen returnTo={returnTo} posted={posted} hasNewPassword={changed !== undefined} />;
}
