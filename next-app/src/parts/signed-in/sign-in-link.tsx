import Link from "next/link";
import type { Product } from "@/api/types";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";

/** Stands in place of the button that chooses a product which asks its buyers to sign in. */
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
