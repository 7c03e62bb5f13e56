import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { OrderLookupScreen } from "@/features/order-lookup/order-lookup-screen";
import { alertTexts } from "@/text/areas/alert";
import { orderLookupTexts } from "@/text/areas/order-lookup";
import { pageTexts } from "@/text/areas/page";
import { sayer } from "@/text/texts";
import { Alert } from "@/ui/alert";

type Props = { params: Promise<{ link?: string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  const title = sayer(await readOverrides(), pageTexts)("page.order");
  return { title, robots: { index: false }, referrer: "no-referrer" };
}

/** The link of a confirmation: `{id}/{token}`. The order itself is read in the browser, which proves whose it is. */
export default async function AnonymousOrderPage({ params }: Props) {
  const [id, token, ...more] = (await params).link ?? [];
  if (id && token && more.length === 0) return <OrderLookupScreen link={{ id, token }} />;
  const t = sayer(await readOverrides(), alertTexts, orderLookupTexts);
  return (
    <div className="frame grid gap-4">
      <h1 className="text-h1">{t("order-lookup.title")}</h1>
      <Alert tone="error" label={t("alert.error")}>
        {t("order-lookup.invalid")}
      </Alert>
    </div>
  );
}
