import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchOverrides, fetchSettings } from "@/api/server";
import { BackFromProvider } from "@/features/account/open-id-screens";
import { routes } from "@/lib/routes";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export const kind = "secret";

type QueryValue = string | string[] | undefined;
type Props = { searchParams: Promise<Record<"state" | "code" | "error" | "iss", QueryValue>> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.login"),
    robots: { index: false },
  };
}

export default async function CallbackPage({ searchParams }: Props) {
  if (!(await fetchSettings()).openIdSignIn) redirect(routes.smartLogin("/"));
  const { state, code, error, iss } = await searchParams;
  // A repeated parameter is treated as missing, because two programs could read different values from it.
  const one = (value: QueryValue) => (typeof value === "string" ? value : undefined);
  const callback = { state: one(state) ?? "", code: one(code), error: one(error), iss: one(iss) };
  return (
    <>
      <NeedsScript text="no-script.provider" next="shop" />
      <BackFromProvider callback={callback} />
    </>
  );
}
