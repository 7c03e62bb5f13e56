import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { publicUrl } from "@/api/address";
import { readOnSale } from "@/api/server";
import { routes } from "@/lib/routes";

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const products = new Set((await readOnSale()).flatMap((section) => section.products.map(({ id }) => id)));
  const paths = [routes.home(), ...[...products].map((id) => routes.singleProduct(id))];
  return paths.map((path) => ({ url: new URL(path, publicUrl()).href }));
}
