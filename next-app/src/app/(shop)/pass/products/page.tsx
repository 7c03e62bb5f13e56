import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { fetchOverrides } from "@/api/server";
import { fetchProducts } from "@/features/pass-products/fetch-products";
import { ProductsScreen } from "@/features/pass-products/products-screen";
import { pathAfter } from "@/flow/sale-path";
import { routes } from "@/lib/routes";
import { NeedsScript } from "@/parts/needs-script/needs-script";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.pass-products"),
    robots: { index: false },
  };
}

export default async function PassProductsPage() {
  await signedIn(routes.passProducts());
  const { choices, problem, billingBlocked } = await fetchProducts("renewal");
  if (choices.length === 0) {
    redirect(pathAfter("pass-products", { passesInvolved: true, installmentBilling: false }));
  }
  return (
    <>
      <NeedsScript text="no-script.passes" next="account" />
      <ProductsScreen purpose="renewal" {...{ choices, problem, billingBlocked }} />
    </>
  );
}
