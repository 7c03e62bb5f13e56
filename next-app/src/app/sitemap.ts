import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { fetchCatalogDate, fetchOnSale, fetchPassLevels, fetchSettings } from "@/api/server";
import { routes } from "@/lib/routes";

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const [{ sections, tagPages }, passes, catalogDate, { publicUrl }] = await Promise.all([
    fetchOnSale(),
    fetchPassLevels(),
    fetchCatalogDate(),
    fetchSettings(),
  ]);
  const products = new Set(sections.flatMap((section) => section.products.map(routes.product)));
  const bundles = sections.flatMap((section) => section.bundles.map(({ id }) => id));
  const paths = [
    routes.home(),
    routes.find(),
    ...(passes.length > 0 ? [routes.passes()] : []),
    routes.promotion(),
    routes.findOrder(),
    ...products,
    ...bundles.map((id) => routes.builder(id)),
    ...tagPages.filter((page) => !page.isVerified).map((page) => routes.tagPage(page)),
  ];
  // Changes of availability are ignored: the date of the catalogue is the date of each page's last change.
  const lastModified = catalogDate ?? undefined;
  return paths.map((path) => ({ url: new URL(path, publicUrl).href, lastModified }));
}
