import Link from "next/link";
import type { Product } from "@/api/types";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";

/** Replaces the select button of a product that requires sign-in. */
export function SignInLink({ href, product }: { href: string; product: Product }) {
  const t = useText(productTexts);
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={t("product.sign-in-of", { product: product.productDisplayName })}
      className={`${buttonClass("secondary")} flex-none`}
    >
      {t("product.sign-in")}
    </Link>
  );
}
