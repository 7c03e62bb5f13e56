import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { RegisterScreen } from "@/features/account/register-screen";
import { returnPathAfterSignIn } from "@/lib/return-url";
import { routes } from "@/lib/routes";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<{ ReturnUrl?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.register"),
    robots: { index: false },
  };
}

export default async function RegisterPage({ searchParams }: Props) {
  const [{ ReturnUrl }, settings] = await Promise.all([searchParams, fetchSettings()]);
  const returnTo = returnPathAfterSignIn(ReturnUrl);
  if (settings.openIdSignIn) redirect(routes.smartLogin(returnTo));
  return (
    <>
      <NeedsScript text="no-script.register" next="signIn" />
      <RegisterScreen returnTo={returnTo} />
    </>
  );
}
