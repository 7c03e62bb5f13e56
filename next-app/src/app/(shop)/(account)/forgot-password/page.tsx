import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { readOverrides, readSettings } from "@/api/server";
import { ForgotPasswordScreen } from "@/features/account/forgot-password-screen";
import { routes } from "@/lib/routes";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await readOverrides(), pageTexts)("page.forgot-password"),
    robots: { index: false },
  };
}

export default async function ForgotPasswordPage() {
  if ((await readSettings()).openIdSignIn) redirect(routes.smartLogin("/"));
  return <ForgotPasswordScreen />;
}
