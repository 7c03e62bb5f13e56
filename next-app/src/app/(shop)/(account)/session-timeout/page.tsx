import type { Metadata } from "next";
import { headers } from "next/headers";
import { readOverrides } from "@/api/server";
import { SessionTimeoutScreen } from "@/features/session-timeout/session-timeout-screen";
import { comesFromShop } from "@/lib/comes-from-shop";
import { returnPathAfterSignIn } from "@/lib/return-url";
import { pageTexts } from "@/text/areas/page";
import { sayer } from "@/text/texts";

type Props = { searchParams: Promise<{ returnUrl?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: sayer(await readOverrides(), pageTexts)("page.session-timeout"), robots: { index: false } };
}

export default async function SessionTimeoutPage({ searchParams }: Props) {
  const { returnUrl } = await searchParams;
  return (
    <SessionTimeoutScreen
      returnTo={returnUrl === undefined ? null : returnPathAfterSignIn(returnUrl)}
      ends={comesFromShop(await headers())}
    />
  );
}
