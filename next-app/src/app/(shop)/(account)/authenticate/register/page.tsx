import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { RegisterScreen } from "@/features/account/register-screen";
import { returnPathAfterSignIn } from "@/lib/return-url";
import { pageTexts } from "@/text/areas/page";
import { sayer } from "@/text/texts";

type Props = { searchParams: Promise<{ ReturnUrl?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: sayer(await readOverrides(), pageTexts)("page.register"), robots: { index: false } };
}

export default async function RegisterPage({ searchParams }: Props) {
  const { ReturnUrl } = await searchParams;
  return <RegisterScreen returnTo={returnPathAfterSignIn(ReturnUrl)} />;
}
