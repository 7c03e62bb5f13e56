import type { Metadata } from "next";
import { headers } from "next/headers";
import { fetchOverrides } from "@/api/server";
import { SessionTimeoutScreen } from "@/features/session-timeout/session-timeout-screen";
import { returnPathAfterSignIn } from "@/lib/return-url";
import { isSameOrigin } from "@/lib/same-origin";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

type Props = { searchParams: Promise<{ returnUrl?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.session-timeout"),
    robots: { index: false },
  };
}

export default async function SessionTimeoutPage({ searchParams }: Props) {
  const { returnUrl } = await searchParams;
  return (
    <SessionTimeoutScreen
      returnTo={returnUrl === undefined ? null : returnPathAfterSignIn(returnUrl)}
      ends={isSameOrigin(await headers())}
    />
  );
}
