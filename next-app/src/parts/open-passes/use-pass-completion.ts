"use client";

import { keys, useApi, useSession } from "@/api/swr";
import type { Cart, CartPasses } from "@/api/types";
import { routes } from "@/lib/routes";
import { openPassesTexts } from "@/text/areas/open-passes";
import { useText } from "@/text/use-text";
import { isUnchosenUpgrade } from "./unchosen-upgrade";

/**
 * The page that completes the incomplete passes of a cart, and the text of a link to it; null if no pass is incomplete.
 * The page of passholders then leads to checkout.
 */
export function usePassCompletion({
  openPasses,
}: Pick<Cart, "openPasses">): { href: string; text: string } | null {
  const t = useText(openPassesTexts);
  const { data: session } = useSession();
  // The calls for passes need sign-in. The page of passholders asks guests to sign in.
  const asks = openPasses > 0 && session?.userAuthenticated === true;
  const { data } = useApi<CartPasses>(asks ? keys.cartPasses(openPasses) : null, (api) =>
    api.GET("/cart/pass"),
  );
  if (openPasses === 0) return null;
  const passes = data?.passes.filter((pass) => !isUnchosenUpgrade(pass));
  const wantsProducts = passes?.every((pass) => pass.isComplete && !pass.demographicsUpdateRequired) ?? false;
  if (wantsProducts) return { href: routes.passProducts(), text: t("open-passes.products") };
  // The holder of a renewed pass cannot change.
  const areRenewals = passes?.every((pass) => pass.isRenewal) ?? false;
  return {
    href: routes.passDemographicsFromCart(),
    text: t(areRenewals ? "open-passes.renewals" : "open-passes.holders"),
  };
}
