"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useSession } from "@/api/swr";
import type { Product } from "@/api/types";
import { withQuery } from "@/lib/return-url";
import { routes } from "@/lib/routes";

/**
 * Returns the sign-in link for a product that requires sign-in, if the visitor is a guest; it returns to this page.
 * Null in all other cases.
 */
export function useSignInFor(): (product: Product) => string | null {
  const { data: session } = useSession();
  const signIn = routes.smartLogin(withQuery(usePathname(), useSearchParams()));
  const isGuest = session?.userAuthenticated === false;
  return (product) => (isGuest && product.requiresLoginChallenge ? signIn : null);
}
