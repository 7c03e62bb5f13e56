import type { Metadata } from "next";
import { headers } from "next/headers";
import { fetchOverrides } from "@/api/server";
import { LogoutScreen } from "@/features/account/logout-screen";
import { returnPathAfterSignOut } from "@/lib/return-url";
import { isSameOrigin } from "@/lib/same-origin";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<{ ReturnUrl?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.logout"),
    robots: { index: false },
  };
}

export default async function LogoutPage({ searchParams }: Props) {
  const { ReturnUrl } = await searchParams;
  return (
    <LogoutScreen
      returnTo={returnPathAfterSignOut(ReturnUrl)}
      endsImmediately={isSameOrigin(await headers())}
    />
  );
}
