"use client";

import { useApi } from "@/api/swr";
import { checkoutTexts } from "@/text/areas/checkout";
import { loadingTexts } from "@/text/areas/loading";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { type TermsKind, termsResource, termsTextIds } from "./terms";

/** The operator's terms in a dialog over the form. The form keeps its values. */
export default function TermsDialog({ kind, onClose }: { kind: TermsKind; onClose: () => void }) {
  const t = useText(checkoutTexts, loadingTexts);
  const { html, missing, failed, isLoading } = useTerms(kind);
  return (
    <Dialog
      open
      size="xl"
      title={t(termsTextIds[kind].page)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("checkout.terms-close")}</Button>}
    >
      {html ? <div className="prose" dangerouslySetInnerHTML={{ __html: html }} /> : null}
      {missing || failed ? (
        <p role="status">{t(missing ? termsTextIds[kind].missing : "checkout.terms-failed")}</p>
      ) : null}
      {isLoading ? (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{t("loading.default")}</span>
          <span className="skeleton h-5 w-3/4" />
          <span className="skeleton h-5" />
          <span className="skeleton h-5 w-5/6" />
        </div>
      ) : null}
    </Dialog>
  );
}

function useTerms(kind: TermsKind) {
  const ofSale = useApi(kind === "sale" ? ["resource", termsResource] : null, (api) =>
    api.GET("/resource/{id}", { params: { path: { id: termsResource } } }),
  );
  const ofPlans = useApi(kind === "installment" ? ["installment-terms"] : null, (api) =>
    api.GET("/payment/installment-billing/terms"),
  );
  const { error, isLoading } = kind === "sale" ? ofSale : ofPlans;
  const html = kind === "sale" ? ofSale.data?.resourceText : ofPlans.data?.content;
  const missing = error?.status === 404 || (ofPlans.data !== undefined && !html);
  return { html, missing, failed: error !== undefined, isLoading };
}
