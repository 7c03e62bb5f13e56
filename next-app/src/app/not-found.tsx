import type { Metadata } from "next";
import { fetchOverrides } from "@/api/server";
import { LazyNotFound } from "@/features/not-found/lazy-not-found";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: createTranslate(await fetchOverrides(), pageTexts)("page.not-found") };
}

export default function NotFound() {
  return <LazyNotFound />;
}
