import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { fetchOverrides } from "@/api/server";
import { routes } from "@/lib/routes";
import { CodeForm } from "@/parts/code-form/code-form";
import { Closed } from "@/parts/offer-page/closed";
import { Heading } from "@/parts/offer-page/heading";
import { promotionTexts } from "@/text/areas/promotion";
import { createTranslate } from "@/text/texts";
import { fetchPromotion } from "./fetch-products";
import { MultiProductScreen } from "./multi-product-screen";

export type PromotionPageProps = {
  params: Promise<{ code?: string[] }>;
  searchParams: Promise<{ promotionCode?: string | string[] }>;
};

const read = cache(fetchPromotion);

async function codeOf({ params }: PromotionPageProps): Promise<string> {
  return decodeURIComponent((await params).code?.[0] ?? "").trim();
}

export async function promotionMetadata(props: PromotionPageProps): Promise<Metadata> {
  const [code, overrides] = await Promise.all([codeOf(props), fetchOverrides()]);
  const t = createTranslate(overrides, promotionTexts);
  if (code === "")
    return {
      title: t("promotion.title"),
      description: t("promotion.intro"),
      alternates: { canonical: routes.promotion() },
    };
  const answer = await read(code);
  const title = "found" in answer ? answer.found.title : null;
  // Pages of codes are not indexed, because codes are given to particular shoppers.
  return { title: title ?? t("promotion.title"), robots: { index: false } };
}

/** The products of a promotion code, or the form that asks for a code. */
export async function PromotionPage(props: PromotionPageProps) {
  const [code, { promotionCode }, overrides] = await Promise.all([
    codeOf(props),
    props.searchParams,
    fetchOverrides(),
  ]);
  // Without JavaScript the form sends the code as a query parameter.
  if (code === "" && typeof promotionCode === "string" && promotionCode.trim() !== "") {
    redirect(routes.promotion(promotionCode.trim()));
  }
  if (((await props.params).code?.length ?? 0) > 1) notFound();
  const t = createTranslate(overrides, promotionTexts);
  const answer = code === "" ? { problem: null } : await read(code);

  if ("found" in answer) {
    const { found } = answer;
    const title = found.title ?? t("promotion.title");
    if (found.sections.length === 0) return <Closed title={title} offer={found} />;
    return (
      <MultiProductScreen step="product-selection" sections={found.sections} starting={null}>
        <Heading title={title} description={found.description} />
        <p className="text-ink-2">{t("promotion.applied", { code: code.toUpperCase() })}</p>
      </MultiProductScreen>
    );
  }
  return (
    <div className="frame">
      <div className="mx-auto max-w-[30rem]">
        <h1 className="text-h1">{t("promotion.title")}</h1>
        <p className="pt-2 text-ink-2">{t("promotion.intro")}</p>
        <div className="card mt-6 px-4 py-5 sm:p-6">
          <CodeForm opens="promotion" code={code} problem={answer.problem} />
        </div>
      </div>
    </div>
  );
}
