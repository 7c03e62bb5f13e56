"use client";

import Link from "next/link";
import type { Ref } from "react";
import { keys, useApi, useSession } from "@/api/swr";
import type { Cart, CartPasses } from "@/api/types";
import { routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { openPassesTexts } from "@/text/areas/open-passes";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

type Props = { cart: Pick<Cart, "openPasses">; ref?: Ref<HTMLDivElement> };

/** Says that passes of the cart cannot be paid for yet, and leads to where that is changed. */
export function OpenPasses({ cart: { openPasses }, ref }: Props) {
  const t = useText(alertTexts, openPassesTexts);
  const { data: session } = useSession();
  // Guests have passes, but no calls for them: the page of pass holders asks them to sign in.
  const asks = openPasses > 0 && session?.userAuthenticated === true;
  const { data } = useApi<CartPasses>(asks ? keys.cartPasses(openPasses) : null, (api) =>
    api.GET("/cart/pass"),
  );
  if (openPasses === 0) return null;
  const wantsProducts =
    data?.passes.every((pass) => pass.isComplete && !pass.demographicsUpdateRequired) ?? false;
  return (
    <Alert ref={ref} tone="warning" label={t("alert.warning")} live={false}>
      {t(openPasses === 1 ? "open-passes.one" : "open-passes.many", { count: openPasses })}{" "}
      <Link
        href={wantsProducts ? routes.passProducts() : routes.passDemographics()}
        prefetch={false}
        className="inline-block min-h-6 font-semibold text-warn underline"
      >
        {t(wantsProducts ? "open-passes.products" : "open-passes.holders")}
      </Link>
    </Alert>
  );
}
