import Link from "next/link";
import { fetchOverrides } from "@/api/server";
import { routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { orderLookupTexts } from "@/text/areas/order-lookup";
import { createTranslate } from "@/text/texts";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";

/** Shown if the address of an order page does not identify an order. */
export async function InvalidOrder() {
  const t = createTranslate(await fetchOverrides(), alertTexts, orderLookupTexts);
  return (
    <div className="frame grid gap-4">
      <h1 className="text-h1">{t("order-lookup.title")}</h1>
      <Alert tone="error" label={t("alert.error")} live={false}>
        {t("order-lookup.invalid")}
      </Alert>
      <p className="text-ink-2">{t("order-lookup.invalid-hint")}</p>
      <Link
        href={routes.profile()}
        prefetch={false}
        className={`${buttonClass("primary")} justify-self-start`}
      >
        {t("order-lookup.to-orders")}
      </Link>
    </div>
  );
}
