import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchOverrides } from "@/api/server";
import { ResetPasswordScreen } from "@/features/account/reset-password-screen";
import { routes } from "@/lib/routes";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export const kind = "secret";

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.reset-password"),
    robots: { index: false },
  };
}

export default async function ResetPasswordPage({ searchParams }: Props) {
  const { token } = await searchParams;
  if (typeof token !== "string") redirect(routes.forgotPassword());
  return <ResetPasswordScreen token={token} />;
}
