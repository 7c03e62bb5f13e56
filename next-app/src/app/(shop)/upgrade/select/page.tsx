import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { fetchUpgradableTickets, fetchUpgradeTickets } from "@/features/upgrade-select/fetch-upgrade-tickets";
import { UpgradeScreen } from "@/features/upgrade-select/upgrade-screen";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.upgrade-select"),
    robots: { index: false },
  };
}

export default async function UpgradeSelectPage() {
  const [initial, own] = await Promise.all([fetchUpgradeTickets(), fetchUpgradableTickets()]);
  return (
    <>
      <NeedsScript text="no-script.upgrade" next="account" />
      <UpgradeScreen initial={initial} own={own} />
    </>
  );
}
