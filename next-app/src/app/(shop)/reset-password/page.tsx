import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchPosted } from "@/api/posted";
import { fetchOverrides } from "@/api/server";
import { ResetPasswordScreen } from "@/features/account/reset-password-screen";
import { routes } from "@/lib/routes";
import { postedTitle } from "@/parts/form/posted-title";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export const kind = "secret";

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: await postedTitle(createTranslate(await fetchOverrides(), pageTexts)("page.reset-password")),
    robots: { index: false },
  };
}

export default async function ResetPasswordPage({ searchParams }: Props) {
  const { token } = await searchParams;
  if (typeof token !== "string") redirect(routes.forgotPassword());
  return <ResetPasswordScreen token={token} posted={await fetchPosted()} />;
}
