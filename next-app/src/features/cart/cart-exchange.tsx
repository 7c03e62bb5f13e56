"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Cart } from "@/api/types";
import { alertTexts } from "@/text/areas/alert";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

// Most shoppers exchange nothing.
const ExchangeCard = lazy(() => import("./exchange-card"));

/** The tickets that are exchanged for what is in the cart; after the exchange was ended, what became of both. */
export function CartExchange({ cart }: { cart: Cart }) {
  const [ended, setEnded] = useState<string | null>(null);
  if (cart.exchange)
    return (
      <Suspense>
        <ExchangeCard exchange={cart.exchange} cart={cart} onEnded={setEnded} />
      </Suspense>
    );
  return ended === null ? null : <Ended message={ended} />;
}

/** It takes the focus, because the pressed button has disappeared. */
function Ended({ message }: { message: string }) {
  const t = useText(alertTexts);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert ref={alert} tone="success" label={t("alert.success")}>
      {message}
    </Alert>
  );
}
