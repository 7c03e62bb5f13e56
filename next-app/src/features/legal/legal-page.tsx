import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { fetchOverrides, fetchResource } from "@/api/server";
import { frameTexts } from "@/text/areas/frame";
import { legalTexts } from "@/text/areas/legal";
import { createTranslate } from "@/text/texts";
import { type LegalKind, legalDescriptions, legalResources, legalTitles } from "./legal";

async function titleOf(kind: LegalKind): Promise<string> {
  return createTranslate(await fetchOverrides(), frameTexts)(legalTitles[kind]);
}

export async function legalMetadata(kind: LegalKind, path: string): Promise<Metadata> {
  const t = createTranslate(await fetchOverrides(), legalTexts);
  return {
    title: await titleOf(kind),
    description: t(legalDescriptions[kind]),
    alternates: { canonical: path },
  };
}

/** A page with one of the operator's legal texts; 404 if the operator has written none. */
export async function LegalPage({ kind }: { kind: LegalKind }) {
  const [title, html] = await Promise.all([titleOf(kind), fetchResource(legalResources[kind])]);
  if (!html) notFound();
  return (
    <article className="frame">
      <h1 className="pb-6 text-h1">{title}</h1>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
