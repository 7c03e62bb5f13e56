"use client";

import { useApi } from "@/api/swr";
import { checkoutTexts } from "@/text/areas/checkout";
import { loadingTexts } from "@/text/areas/loading";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { termsResource } from "./terms";

/** The operator's terms over the form, which keeps all that was typed. */
export default function TermsDialog({ onClose }: { onClose: () => void }) {
  const t = useText(checkoutTexts, loadingTexts);
  const { data, error, isLoading } = useApi(["resource", termsResource], (api) =>
    api.GET("/resource/{id}", { params: { path: { id: termsResource } } }),
  );
  return (
    <Dialog
      open
      size="xl"
      title={t("checkout.terms-page")}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("checkout.terms-close")}</Button>}
    >
      {data ? <div className="prose" dangerouslySetInnerHTML={{ __html: data.resourceText }} /> : null}
      {error ? (
        <p role="status">{t(error.status === 404 ? "checkout.terms-missing" : "checkout.terms-failed")}</p>
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
