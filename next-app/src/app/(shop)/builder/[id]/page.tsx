import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { fetchBundle, fetchEditedBundle, fetchIsSignedIn, fetchOverrides, fetchSettings } from "@/api/server";
import { BundleView } from "@/features/bundle/bundle-view";
import { editedBundle } from "@/features/bundle/edited-bundle";
import { bundleData } from "@/features/bundle/structured-data";
import { dayOfQuery } from "@/lib/dates";
import { scriptText } from "@/lib/html";
import { pageMetadata } from "@/lib/page-metadata";
import { withQuery } from "@/lib/return-url";
import { chosenDay, editedLine, routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { bundleTexts } from "@/text/areas/bundle";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";

export const kind = "public";
export const query = ["starting", "date"] as const;

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = decodeURIComponent((await params).id);
  const [builder, settings] = await Promise.all([fetchBundle(id), fetchSettings()]);
  if (!builder) return {};
  return pageMetadata({
    title: builder.pageTitle,
    description: builder.bundle.shortDescription,
    path: routes.builder(builder.bundle.id),
    siteName: settings.webSiteName,
    picture: builder.bundle.images[0]?.shareUrl,
  });
}

export default async function BuilderPage({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const query = await searchParams;
  const { starting } = query;
  const first = dayOfQuery(starting) ?? "";
  const named = query[editedLine];
  const lineId = typeof named === "string" ? named : null;
  const [bundle, settings, overrides, inCart] = await Promise.all([
    fetchBundle(id),
    fetchSettings(),
    fetchOverrides(),
    lineId === null ? null : fetchEditedBundle(id, lineId),
  ]);
  const builder = inCart?.builder ?? bundle;
  // The door has already returned 404 for unknown bundles. This handles a bundle that ended after that check.
  if (!builder) notFound();
  if (builder.requiresLoginChallenge && !(await fetchIsSignedIn()))
    redirect(routes.smartLogin(withQuery(routes.builder(builder.bundle.id), query)));
  const base = settings.publicUrl;
  const url = new URL(routes.builder(builder.bundle.id), base).href;
  return (
    <>
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{
          __html: scriptText(bundleData({ builder, url, seller: settings.webSiteName, base })),
        }}
      />
      <BundleView
        t={createTranslate(overrides, alertTexts, bundleTexts, productTexts)}
        builder={builder}
        dates={builder.bundleDates.filter((date) => first <= date)}
        day={dayOfQuery(query[chosenDay])}
        edited={lineId === null ? null : inCart ? editedBundle(lineId, inCart) : "gone"}
      />
    </>
  );
}
