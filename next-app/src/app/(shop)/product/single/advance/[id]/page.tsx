import type { Metadata } from "next";
import {
  SingleProduct,
  type SingleProductPageProps,
  singleProductMetadata,
} from "@/features/single-product/single-page";
import { routes } from "@/lib/routes";
import { advance } from "@/parts/performance-picker/sale";

export const kind = "personal";

export async function generateMetadata({ params, searchParams }: SingleProductPageProps): Promise<Metadata> {
  const id = decodeURIComponent((await params).id);
  return singleProductMetadata({ id, query: await searchParams, route: advance });
}

export default async function AdvanceSalePage({ params, searchParams }: SingleProductPageProps) {
  const id = decodeURIComponent((await params).id);
  return (
    <SingleProduct id={id} query={await searchParams} route={advance} path={routes.advanceProduct(id)} />
  );
}
