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
import { Breadcrumbs } from "@/parts/breadcrumbs/breadcrumbs";
import { VenueInfo } from "@/parts/venue/venue-info";
import { accessibilityTexts } from "@/text/areas/accessibility";
import { alertTexts } from "@/text/areas/alert";
import { bundleTexts } from "@/text/areas/bundle";
import { findTexts } from "@/text/areas/find";
import { productTexts } from "@/text/areas/product";
import { venueTexts } from "@/text/areas/venue";
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
  const path = routes.builder(builder.bundle.id);
  const url = new URL(path, base).href;
  const [venue, ...others] = builder.venues;
  const t = createTranslate(
    overrides,
    accessibilityTexts,
    alertTexts,
    bundleTexts,
    findTexts,
    productTexts,
    venueTexts,
  );
  return (
    <>
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{
          __html: scriptText(bundleData({ builder, url, seller: settings.webSiteName, base })),
        }}
      />
      <Breadcrumbs t={t} name={builder.pageTitle} category={builder.bundle.category} path={path} />
      <BundleView
        t={t}
        builder={builder}
        dates={builder.bundleDates.filter((date) => first <= date)}
        day={dayOfQuery(query[chosenDay])}
        edited={lineId === null ? null : inCart ? editedBundle(lineId, inCart) : "gone"}
        venue={venue ? <VenueInfo t={t} venue={venue} others={others} /> : null}
      />
    </>
  );
}
