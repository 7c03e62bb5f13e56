import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { readOverrides, readSettings, readSignedIn } from "@/api/server";
import { parseDay } from "@/lib/dates";
import { plainText, scriptText } from "@/lib/html";
import { pageMetadata } from "@/lib/page-metadata";
import { routes } from "@/lib/routes";
import { pageTexts } from "@/text/areas/page";
import { sayer } from "@/text/texts";
import { Closed } from "./closed";
import { Heading } from "./heading";
import { listData } from "./list-data";
import { MultiProductScreen } from "./multi-product-screen";
import { readTag } from "./read-multi";

export type TagPageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ starting?: string | string[] }>;
};

const read = cache(readTag);

export async function tagMetadata({ params }: TagPageProps, verified: boolean): Promise<Metadata> {
  const tag = decodeURIComponent((await params).id);
  const [multi, settings, overrides] = await Promise.all([
    read(tag, verified),
    readSettings(),
    readOverrides(),
  ]);
  if (!multi) return {};
  const metadata = pageMetadata({
    title: multi.title ?? sayer(overrides, pageTexts)("page.default"),
    description: multi.description ? plainText(multi.description) : undefined,
    path: verified ? routes.verifiedTag(tag) : routes.tag(tag),
    siteName: settings.webSiteName,
    picture: multi.sections[0]?.products[0]?.productImages[0]?.shareUrl,
  });
  // Who sees the page of verified visitors has signed in; nobody finds it by searching.
  return verified ? { ...metadata, alternates: undefined, robots: { index: false } } : metadata;
}

/** All that a tag's offer sells, for everybody or for those whom it asks to sign in. */
export async function TagPage({ params, searchParams, verified }: TagPageProps & { verified: boolean }) {
  const tag = decodeURIComponent((await params).id);
  const { starting } = await searchParams;
  const [multi, settings, overrides] = await Promise.all([
    read(tag, verified),
    readSettings(),
    readOverrides(),
  ]);
  // The proxy has answered already for tags that nothing has.
  if (!multi) notFound();
  const path = verified ? routes.verifiedTag(tag) : routes.tag(tag);
  if (multi.challenge && !(await readSignedIn())) redirect(routes.smartLogin(path));

  const title = multi.title ?? sayer(overrides, pageTexts)("page.default");
  if (multi.sections.length === 0) {
    const opening = multi.challenge ? { verify: routes.verifyEmail(), signIn: routes.logout(path) } : null;
    return <Closed title={title} multi={multi} opening={opening} />;
  }
  const url = new URL(path, settings.publicUrl).href;
  const products = multi.sections.flatMap((section) => section.products);
  return (
    <>
      {verified ? null : (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: scriptText(listData(title, products, url, settings.publicUrl)) }}
        />
      )}
      <MultiProductScreen
        step="product-selection"
        sections={multi.sections}
        starting={typeof starting === "string" && parseDay(starting) ? starting : null}
      >
        <Heading title={title} description={multi.description} />
      </MultiProductScreen>
    </>
  );
}
