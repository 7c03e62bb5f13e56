"use client";

import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { call } from "@/api/call";
import type { Product } from "@/api/types";
import { pathAfter } from "@/flow/sale-path";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import { byProduct, type EntitlementKind, type Row } from "@/parts/entitlements/rows";
import { useRows } from "@/parts/entitlements/use-rows";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { productQuery } from "@/parts/performance-picker/sale";
import { alertTexts } from "@/text/areas/alert";
import { entitlementsTexts } from "@/text/areas/entitlements";
import { pageTexts } from "@/text/areas/page";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";
import { ScriptButton } from "@/ui/script-button";
import { StatusLine } from "@/ui/status-line";
import { EntitlementRow } from "./entitlement-row";

const loadDialog = () => import("@/parts/buy-panel/select-dialog");
const SelectDialog = lazy(loadDialog);

type Redeemed = { row: Row; product: Product };

type Props = {
  kind: EntitlementKind;
  /** The rows read on the server; null after a failure. */
  initial: Row[] | null;
  /** The message that says why the rows could not be read; null if they were read. */
  problem: string | null;
};

/** The entitlements, grouped by product. Each is redeemed in a dialog over the page. */
export function RedeemScreen({ kind, initial, problem }: Props) {
  const t = useText(alertTexts, entitlementsTexts, pageTexts);
  const { data, error, mutate } = useRows(kind, initial);
  const rows = data ?? [];
  const nextPath = pathAfter(kind === "ticket" ? "entitlements" : "account-entitlements", {
    passesInvolved: false,
    installmentBilling: false,
  });

  const { redeemed, refused, statusText, redeem, close } = useRedemption(mutate);

  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[60rem] gap-6">
        <header className="grid gap-2">
          <h1 tabIndex={-1} className="text-h1">
            {t(kind === "ticket" ? "page.entitlements" : "page.account-entitlements")}
          </h1>
          <p className="max-w-prose text-ink-2">{t(`entitlements.intro-${kind}`)}</p>
          <StatusLine visible={rows.length > 0}>{statusText}</StatusLine>
        </header>
        {data === undefined ? (
          <Alert
            tone="error"
            label={t("alert.error")}
            action={
              <ScriptButton className="flex-none font-semibold underline" onClick={() => mutate()}>
                {t("entitlements.reload")}
              </ScriptButton>
            }
          >
            {error?.message || problem || t("entitlements.failed")}
          </Alert>
        ) : null}
        <ProblemAlert problem={refused} />
        {data?.every(({ remaining }) => remaining === 0) ? (
          <Alert tone="info" label={t("alert.info")} live={false}>
            {t("entitlements.empty")}
          </Alert>
        ) : null}
        {byProduct(rows).map((product) => (
          <ProductRows key={product.productId} product={product} onRedeem={redeem} />
        ))}
        <nav aria-label={t("entitlements.steps")} className="contents">
          <BuyBar place="plain" className="lg:justify-end">
            <Link
              href={nextPath}
              prefetch={false}
              className={`${buttonClass("primary")} max-lg:w-full lg:min-w-48`}
            >
              {t("entitlements.continue")}
            </Link>
          </BuyBar>
        </nav>
      </div>
      {redeemed ? <RedeemDialog redeemed={redeemed} onClose={close} /> : null}
    </div>
  );
}

/** Opens the dialog of an entitlement. After the dialog closes, the remaining number is loaded and announced. */
function useRedemption(reload: () => Promise<Row[] | undefined>) {
  const t = useText(entitlementsTexts);
  const [redeemed, setRedeemed] = useState<Redeemed | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [statusText, setStatusText] = useState("");

  async function redeem(row: Row) {
    setRefused(null);
    const { productId: extProductId, sale, entitled } = row;
    const body = { extProductId, extProductVariantId: entitled.variantId, ...productQuery(sale) };
    const outcome = await call<{ value?: Product }>((api) => api.POST("/product/single", { body }), {
      busy: t("entitlements.opening"),
    });
    if (!outcome.ok) setRefused(outcome.message);
    else if (outcome.answer.value) setRedeemed({ row, product: outcome.answer.value });
  }

  async function close(row: Row, added: boolean) {
    setRedeemed(null);
    const latest = (await reload())?.find(({ key }) => key === row.key);
    const { name, remaining: left, total } = latest ?? row;
    setStatusText(t(added ? "entitlements.added" : "entitlements.status", { name, left, total }));
  }

  return { redeemed, refused, statusText, redeem, close };
}

type ProductProps = { product: ReturnType<typeof byProduct>[number]; onRedeem: (row: Row) => void };

function ProductRows({ product: { productId, productName, rows }, onRedeem }: ProductProps) {
  return (
    <section aria-labelledby={`product-${productId}`} className="grid gap-3">
      <h2 id={`product-${productId}`} className="text-2xl">
        {productName}
      </h2>
      <ul className="card divide-y divide-line">
        {rows.map((row) => (
          <EntitlementRow
            key={row.key}
            row={row}
            onApproach={() => void loadDialog()}
            onRedeem={() => onRedeem(row)}
          />
        ))}
      </ul>
    </section>
  );
}

type DialogProps = { redeemed: Redeemed; onClose: (row: Row, added: boolean) => void };

function RedeemDialog({ redeemed: { row, product }, onClose }: DialogProps) {
  return (
    <Suspense>
      <SelectDialog
        product={product}
        sale={row.sale}
        variantId={row.entitled.variantId}
        // Days before the first valid day of the entitlement are not offered, because it is redeemed for a visit on a
        // valid day.
        starting={row.from ?? null}
        entitled={row.entitled}
        onClose={() => onClose(row, false)}
        onAdded={() => onClose(row, true)}
      />
    </Suspense>
  );
}
