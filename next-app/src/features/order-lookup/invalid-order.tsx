import { readOverrides } from "@/api/server";
import { alertTexts } from "@/text/areas/alert";
import { orderLookupTexts } from "@/text/areas/order-lookup";
import { sayer } from "@/text/texts";
import { Alert } from "@/ui/alert";

/** What an address says that names no order. */
export async function InvalidOrder() {
  const t = sayer(await readOverrides(), alertTexts, orderLookupTexts);
  return (
    <div className="frame grid gap-4">
      <h1 className="text-h1">{t("order-lookup.title")}</h1>
      <Alert tone="error" label={t("alert.error")} live={false}>
        {t("order-lookup.invalid")}
      </Alert>
    </div>
  );
}
