import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { readOnSale, readSettings } from "@/api/server";
import { routes } from "@/lib/routes";

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const [sections, { publicUrl }] = await Promise.all([readOnSale(), readSettings()]);
  const products = new Set(sections.flatMap((section) => section.products.map(({ id }) => id)));
  const paths = [routes.home(), ...[...products].map((id) => routes.singleProduct(id))];
  return paths.map((path) => ({ url: new URL(path, publicUrl).href }));
}
