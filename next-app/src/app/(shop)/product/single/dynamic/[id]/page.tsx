import type { Metadata } from "next";
import {
  SingleProduct,
  type SingleProductPageProps,
  singleProductMetadata,
} from "@/features/single-product/single-page";
import { routes } from "@/lib/routes";

export const kind = "public";
export const query = ["starting", "date", "variant"] as const;

export async function generateMetadata({ params, searchParams }: SingleProductPageProps): Promise<Metadata> {
  const id = decodeURIComponent((await params).id);
  return singleProductMetadata({ id, query: await searchParams });
}

export default async function DynamicProductPage({ params, searchParams }: SingleProductPageProps) {
  const id = decodeURIComponent((await params).id);
  return <SingleProduct id={id} query={await searchParams} path={routes.dynamicProduct(id)} weeks />;
}
