import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { readUpgradable, readUpgrades } from "@/features/upgrade-select/read-upgrades";
import { UpgradeScreen } from "@/features/upgrade-select/upgrade-screen";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await readOverrides(), pageTexts)("page.upgrade-select"),
    robots: { index: false },
  };
}

export default async function UpgradeSelectPage() {
  const [initial, own] = await Promise.all([readUpgrades(), readUpgradable()]);
  return <UpgradeScreen initial={initial} own={own} />;
}
