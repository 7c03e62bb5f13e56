"use client";

import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { call, xsrfToken } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import type { PostedForm } from "@/api/posted";
import { fetchSession } from "@/api/session";
import type { Order } from "@/api/types";
import { OrderView } from "@/parts/order-view/order-view";
import { type OrderWithTickets, withTickets } from "@/parts/order-view/with-tickets";
import { alertTexts } from "@/text/areas/alert";
import { loadingTexts } from "@/text/areas/loading";
import { orderLookupTexts } from "@/text/areas/order-lookup";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";

import { PhoneForm } from "./phone-form";

const PhoneDialog = lazy(() => import("./phone-dialog"));

export type Link = { id: string; token: string };

/** `verified` says whether the phone number has just opened the order. */
type State =
  | { found: OrderWithTickets; verified: boolean }
  | { asks: "now" | "later" }
  | { failed: string }
  | null;

type Props = {
  link: Link;
  /** The order, if this session has opened it before. */
  opened: OrderWithTickets | null;
  /** The form with the phone number as it was posted without scripts. */
  posted: PostedForm | null;
};

/**
 * An order opened by the link in its confirmation. The visitor must enter the phone number of the order unless it was
 * placed or opened in this session or belongs to the signed-in account.
 */
export function OrderLookupScreen({ link, opened, posted }: Props) {
  const t = useText(alertTexts, loadingTexts, orderLookupTexts);
  const [state, setState] = useState<State>(opened && { found: opened, verified: false });
  const title = useRef<HTMLHeadingElement>(null);

  const read = useCallback(
    async (phoneNumber?: string): Promise<Refusal | null> => {
      const found = await lookUp(link, phoneNumber);
      if (found.ok) setState({ found: found.answer, verified: phoneNumber !== undefined });
      return found.ok ? null : found;
    },
    [link],
  );

  const open = useCallback(async () => {
    setState(null);
    const refusal = await read();
    if (refusal) setState(refusal.status === 404 ? { asks: "now" } : { failed: refusal.message });
  }, [read]);

  useEffect(() => {
    if (!opened) void open();
  }, [open, opened]);

  const reload = useCallback(() => void read(), [read]);

  // The dialog that had the focus is gone.
  const isVerified = state !== null && "found" in state && state.verified;
  useEffect(() => {
    if (isVerified) title.current?.focus();
  }, [isVerified]);

  if (state && "found" in state) {
    const heading = (
      <h1 ref={title} tabIndex={-1} className="text-h1">
        {t("order-lookup.title")}
      </h1>
    );
    return <OrderView {...state.found} heading={heading} reload={reload} />;
  }
  return (
    <div className="frame grid justify-items-start gap-4">
      <h1 className="text-h1">{t("order-lookup.title")}</h1>
      {state === null ? (
        <p role="status" className="flex items-center gap-3 text-ink-2 [@media(scripting:none)]:hidden">
          <Spinner />
          {t("loading.default")}
        </p>
      ) : null}
      {state && "failed" in state ? (
        <Alert
          tone="error"
          label={t("alert.error")}
          action={
            <Button appearance="secondary" onClick={open}>
              {t("alert.retry")}
            </Button>
          }
        >
          {state.failed}
        </Alert>
      ) : null}
      {state && "asks" in state && state.asks === "later" ? (
        <>
          <p className="max-w-prose text-ink-2">{t("order-lookup.why")}</p>
          <Button onClick={() => setState({ asks: "now" })}>{t("order-lookup.verify")}</Button>
        </>
      ) : null}
      <noscript>
        <PhoneForm posted={posted} />
      </noscript>
      <Suspense fallback={null}>
        {state && "asks" in state && state.asks === "now" ? (
          <PhoneDialog onContinue={read} onClose={() => setState({ asks: "later" })} />
        ) : null}
      </Suspense>
    </div>
  );
}

async function lookUp({ id, token }: Link, phoneNumber?: string) {
  // The session is loaded first if there is no anti-forgery token yet, because an e-mail's link is often the first page
  // of the shop that the browser opens.
  if (!xsrfToken(document.cookie)) await call(fetchSession);
  const outcome = await call((api) =>
    api.POST("/order/details/external", { body: { extOrderTokenId: id, token, phoneNumber } }),
  );
  const found = outcome.ok ? { ok: true as const, answer: outcome.answer.value as Order } : outcome;
  return withTickets(
    found,
    () =>
      call<string>((api) =>
        api.GET("/order/digital-tickets/external", {
          params: { query: { extOrderTokenId: id } },
          parseAs: "text",
        }),
      ),
    (order) => call((api) => api.GET("/order/refunds/{id}", { params: { path: { id: order } } })),
  );
}
