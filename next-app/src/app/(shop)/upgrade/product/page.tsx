import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { fetchOverrides } from "@/api/server";
import { fetchProducts } from "@/features/pass-products/fetch-products";
import { ProductsScreen } from "@/features/pass-products/products-screen";
import { pathAfter } from "@/flow/sale-path";
import { routes } from "@/lib/routes";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { upgradeTexts } from "@/text/areas/upgrade";
import { createTranslate } from "@/text/texts";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.upgrade-products"),
    robots: { index: false },
  };
}

export default async function UpgradeProductsPage() {
  const { choices, problem, billingBlocked, hasUpgrades } = await fetchProducts("upgrade");
  if (choices.length > 0)
    return (
      <>
        <NeedsScript text="no-script.upgrade" next="account" />
        <ProductsScreen purpose="upgrade" {...{ choices, problem, billingBlocked }} />
      </>
    );
  if (hasUpgrades)
    redirect(pathAfter("upgrade-product", { passesInvolved: true, installmentBilling: false }));
  const t = createTranslate(await fetchOverrides(), alertTexts, pageTexts, upgradeTexts);
  return (
    <div className="frame grid max-w-prose justify-items-start gap-6">
      <h1 className="text-h1">{t("page.upgrade-products")}</h1>
      <Alert tone="info" label={t("alert.info")} live={false}>
        {t("upgrade.none-selected")}
      </Alert>
      <Link href={routes.upgradeSelect()} prefetch={false} className={buttonClass("primary")}>
        {t("upgrade.to-tickets")}
      </Link>
    </div>
  );
}
