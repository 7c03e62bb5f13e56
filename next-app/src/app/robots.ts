import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { fetchSettings } from "@/api/server";

export default async function robots(): Promise<MetadataRoute.Robots> {
  // The file is created for each request, because the public address is known only at run time.
  await connection();
  const { publicUrl } = await fetchSettings();
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/api/", "/checkout", "/confirmation"] },
    sitemap: new URL("/sitemap.xml", publicUrl).href,
  };
}
