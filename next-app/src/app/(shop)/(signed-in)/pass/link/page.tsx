import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { LinkScreen } from "@/features/pass-link/link-screen";
import { readLinked } from "@/features/pass-link/read-linked";
import { routes } from "@/lib/routes";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await readOverrides(), pageTexts)("page.pass-link"),
    robots: { index: false },
  };
}

export default async function PassLinkPage() {
  await signedIn(routes.passLink());
  return <LinkScreen initial={await readLinked()} />;
}
