import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { LoginScreen } from "@/features/account/login-screen";
import { returnPathAfterSignIn } from "@/lib/return-url";
import { pageTexts } from "@/text/areas/page";
import { sayer } from "@/text/texts";

type Props = { searchParams: Promise<{ ReturnUrl?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: sayer(await readOverrides(), pageTexts)("page.login"), robots: { index: false } };
}

export default async function LoginPage({ searchParams }: Props) {
  const { ReturnUrl } = await searchParams;
  return <LoginScreen returnTo={returnPathAfterSignIn(ReturnUrl)} />;
}
