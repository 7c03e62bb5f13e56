"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useSession } from "@/api/swr";
import type { Product } from "@/api/types";
import { withQuery } from "@/lib/return-url";
import { routes } from "@/lib/routes";

/** Where a guest signs in to buy a product that asks for it, and comes back to this page as it is; null for all others. */
export function useSignInFor(): (product: Product) => string | null {
  const { data: session } = useSession();
  const signIn = routes.smartLogin(withQuery(usePathname(), useSearchParams()));
  const isGuest = session?.userAuthenticated === false;
  return (product) => (isGuest && product.requiresLoginChallenge ? signIn : null);
}
