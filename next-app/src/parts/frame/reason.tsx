"use client";

import { usePathname } from "next/navigation";
import { lazy, Suspense, useEffect, useState } from "react";
import { useMiniCart } from "@/api/swr";
import { takeReason } from "@/flow/reason";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

const ExchangeNotice = lazy(() => import("../exchange-notice/exchange-notice"));

/** Shows once why the visitor was redirected here, and on every page that the visitor is exchanging tickets. */
export function Reason() {
  const t = useText(alertTexts);
  const path = usePathname();
  const [shownMessage, setTold] = useState<{ path: string; reason: string } | null>(null);
  useEffect(() => {
    const reason = takeReason();
    if (reason) setTold({ path, reason });
  }, [path]);
  const { data } = useMiniCart();
  if (shownMessage?.path === path)
    return (
      <div className="frame pt-4">
        <Alert tone="info" label={t("alert.info")}>
          {shownMessage.reason}
        </Alert>
      </div>
    );
  return data?.isExchange ? (
    <Suspense>
      <ExchangeNotice />
    </Suspense>
  ) : null;
}
