"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useSession } from "@/api/swr";
import type { Product } from "@/api/types";
import { withQuery } from "@/lib/return-url";
import { routes } from "@/lib/routes";

/**
 * Returns a function that returns the sign-in link for a product. The link is null unless the product requires sign-in
 * and the visitor is a guest. After sign-in the visitor returns to this page.
 */
export function useSignInFor(): (product: Product) => string | null {
  const { data: session } = useSession();
  const signIn = routes.smartLogin(withQuery(usePathname(), useSearchParams()));
  const isGuest = session?.userAuthenticated === false;
  return (product) => (isGuest && product.requiresLoginChallenge ? signIn : null);
}
