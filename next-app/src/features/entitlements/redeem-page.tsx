import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchOverrides } from "@/api/server";
import { pathAfter } from "@/flow/sale-path";
import { routes } from "@/lib/routes";
import { fetchEntitlements } from "@/parts/entitlements/fetch-entitlements";
import type { EntitlementKind } from "@/parts/entitlements/rows";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";
import { RedeemScreen } from "./redeem-screen";

const pages = {
  ticket: { title: "page.entitlements", path: routes.entitlements },
  account: { title: "page.account-entitlements", path: routes.accountEntitlements },
} as const;

export async function redeemMetadata(kind: EntitlementKind): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)(pages[kind].title),
    robots: { index: false },
  };
}

/** The entitlements page. If the shop refuses to list an account's entitlements, the next step of the sale opens. */
export async function RedeemPage({ kind }: { kind: EntitlementKind }) {
  await signedIn(pages[kind].path());
  const outcome = await fetchEntitlements(kind);
  if (!outcome.ok && outcome.status === 200 && kind === "account") {
    redirect(pathAfter("account-entitlements", { passesInvolved: false, installmentBilling: false }));
  }
  return (
    <>
      <NeedsScript text="no-script.redeem" next="account" />
      <RedeemScreen
        kind={kind}
        initial={outcome.ok ? outcome.answer : null}
        problem={outcome.ok ? null : outcome.message}
      />
    </>
  );
}
