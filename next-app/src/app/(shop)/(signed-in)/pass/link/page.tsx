import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { readOverrides, readSignedIn } from "@/api/server";
import { LinkScreen } from "@/features/pass-link/link-screen";
import { readLinked } from "@/features/pass-link/read-linked";
import { isPage, routes } from "@/lib/routes";
import { pageTexts } from "@/text/areas/page";
import { sayer } from "@/text/texts";

/** The page of the account, whose route comes with it. */
const account = "/profile";

export async function generateMetadata(): Promise<Metadata> {
  return { title: sayer(await readOverrides(), pageTexts)("page.pass-link"), robots: { index: false } };
}

export default async function PassLinkPage() {
  if (!(await readSignedIn())) redirect(routes.smartLogin(routes.passLink()));
  return <LinkScreen initial={await readLinked()} accountPath={isPage(account) ? account : null} />;
}
