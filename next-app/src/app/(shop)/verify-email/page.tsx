import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { VerifyEmailScreen } from "@/features/account/verify-email-screen";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export const kind = "secret";

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.verify-email"),
    robots: { index: false },
  };
}

export default async function VerifyEmailPage({ searchParams }: Props) {
  const { token } = await searchParams;
  return (
    <>
      <NeedsScript text="no-script.verify" next="account" />
      <VerifyEmailScreen token={typeof token === "string" ? token : null} />
    </>
  );
}
