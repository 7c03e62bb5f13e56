import type { Metadata } from "next";
import { readOverrides } from "@/api/server";
import { readTerms } from "@/features/checkout/read-checkout";
import { routes } from "@/lib/routes";
import { checkoutTexts } from "@/text/areas/checkout";
import { sayer } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: sayer(await readOverrides(), checkoutTexts)("checkout.terms-page") };
}

export default async function TermsPage() {
  const [html, overrides] = await Promise.all([readTerms(), readOverrides()]);
  const t = sayer(overrides, checkoutTexts);
  return (
    <article className="frame">
      <h1 className="pb-6 text-h1">{t("checkout.terms-page")}</h1>
      {html ? (
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      ) : (
        <p>{t("checkout.terms-missing")}</p>
      )}
      <p className="pt-8">
        {/* A whole load: only that response of checkout has leave to frame the processor. */}
        <a href={routes.checkout()} className="inline-flex min-h-11 items-center">
          {t("checkout.terms-back")}
        </a>
      </p>
    </article>
  );
}
