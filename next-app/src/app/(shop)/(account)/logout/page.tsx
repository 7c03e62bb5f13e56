import type { Metadata } from "next";
import { headers } from "next/headers";
import { readOverrides } from "@/api/server";
import { LogoutScreen } from "@/features/account/logout-screen";
import { comesFromShop } from "@/lib/comes-from-shop";
import { returnPath } from "@/lib/return-url";
import { pageTexts } from "@/text/areas/page";
import { sayer } from "@/text/texts";

type Props = { searchParams: Promise<{ ReturnUrl?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: sayer(await readOverrides(), pageTexts)("page.logout"), robots: { index: false } };
}

export default async function LogoutPage({ searchParams }: Props) {
  const { ReturnUrl } = await searchParams;
  return <LogoutScreen returnTo={returnPath(ReturnUrl)} byItself={comesFromShop(await headers())} />;
}
