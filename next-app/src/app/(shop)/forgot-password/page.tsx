import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchPosted } from "@/api/posted";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { ForgotPasswordScreen } from "@/features/account/forgot-password-screen";
import { routes } from "@/lib/routes";
import { postedTitle } from "@/parts/form/posted-title";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: await postedTitle(createTranslate(await fetchOverrides(), pageTexts)("page.forgot-password")),
    robots: { index: false },
  };
}

type Props = { searchParams: Promise<{ sent?: string | string[] }> };

export default async function ForgotPasswordPage({ searchParams }: Props) {
  if ((await fetchSettings()).openIdSignIn) redirect(routes.smartLogin("/"));
  const isSent = (await searchParams).sent !== undefined;
  return <ForgotPasswordScreen key={String(isSent)} isSent={isSent} posted={await fetchPosted()} />;
}
