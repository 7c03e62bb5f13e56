import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { ForgotPasswordScreen } from "@/features/account/forgot-password-screen";
import { routes } from "@/lib/routes";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.forgot-password"),
    robots: { index: false },
  };
}

export default async function ForgotPasswordPage() {
  if ((await fetchSettings()).openIdSignIn) redirect(routes.smartLogin("/"));
  return <ForgotPasswordScreen />;
}
