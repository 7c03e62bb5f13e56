import { redirect } from "next/navigation";
import { readOverrides, readProduct, readProductDates, readSignedIn } from "@/api/server";
import { ProductModal } from "@/features/single-product/product-modal";
import { ProductView } from "@/features/single-product/product-view";
import { dayOfQuery } from "@/lib/dates";
import { withQuery } from "@/lib/return-url";
import { routes } from "@/lib/routes";
import { publicSale } from "@/parts/performance-picker/sale";
import { alertTexts } from "@/text/areas/alert";
import { capacityTexts } from "@/text/areas/capacity";
import { offerTexts } from "@/text/areas/offer";
import { productTexts } from "@/text/areas/product";
import { sayer } from "@/text/texts";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ starting?: string | string[] }>;
};

/** The single product page, opened from another page of the shop. */
export default async function SingleProductModal({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const query = await searchParams;
  const starting = dayOfQuery(query.starting);
  const [product, overrides] = await Promise.all([readProduct(id), readOverrides()]);
  if (!product) return null;
  const path = routes.singleProduct(product.id);
  if (product.requiresLoginChallenge && !(await readSignedIn()))
    redirect(routes.smartLogin(withQuery(path, query)));
  const dates = product.hasPerformances ? await readProductDates(product.id, starting) : [];
  return (
    <ProductModal path={path} title={product.productDisplayName}>
      <ProductView
        t={sayer(overrides, alertTexts, capacityTexts, offerTexts, productTexts)}
        product={product}
        dates={dates}
        starting={starting}
        sale={publicSale}
        inModal
      />
    </ProductModal>
  );
}
