import { fetchOverrides } from "@/api/server";
import { routes } from "@/lib/routes";
import { checkoutTexts } from "@/text/areas/checkout";
import { createTranslate } from "@/text/texts";
import { type TermsKind, termsTextIds } from "./terms";

/** The operator's terms on a separate page. */
export async function TermsPage({ kind, html }: { kind: TermsKind; html: string | null }) {
  const t = createTranslate(await fetchOverrides(), checkoutTexts);
  const { page, missing } = termsTextIds[kind];
  return (
    <article className="frame">
      <h1 className="pb-6 text-h1">{t(page)}</h1>
      {html ? <div className="prose" dangerouslySetInnerHTML={{ __html: html }} /> : <p>{t(missing)}</p>}
      <p className="pt-8">
        {/* The checkout needs a full page load, because the security headers of this page forbid the card form. */}
        <a href={routes.checkout()} className="inline-flex min-h-11 items-center">
          {t("checkout.terms-back")}
        </a>
      </p>
    </article>
  );
}
