import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { SmartLoginScreen } from "@/features/account/smart-login-screen";
import { returnPathAfterSignIn } from "@/lib/return-url";
import { pageTexts } from "@/text/areas/page";
import { sayer } from "@/text/texts";

type Props = { searchParams: Promise<{ ReturnUrl?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: sayer(await readOverrides(), pageTexts)("page.smart-login"), robots: { index: false } };
}

export default async function SmartLoginPage({ searchParams }: Props) {
  const { ReturnUrl } = await searchParams;
  return <SmartLoginScreen returnTo={returnPathAfterSignIn(ReturnUrl)} />;
}
