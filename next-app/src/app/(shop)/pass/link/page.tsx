import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { fetchLinkedPasses } from "@/features/pass-link/fetch-linked-passes";
import { LinkScreen } from "@/features/pass-link/link-screen";
import { routes } from "@/lib/routes";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.pass-link"),
    robots: { index: false },
  };
}

export default async function PassLinkPage() {
  await signedIn(routes.passLink());
  return (
    <>
      <NeedsScript text="no-script.passes" next="account" />
      <LinkScreen initial={await fetchLinkedPasses()} />
    </>
  );
}
