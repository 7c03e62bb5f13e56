"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useApi } from "@/api/swr";
import type { FindResult } from "@/api/types";
import { routes } from "@/lib/routes";
import { OfferList } from "@/parts/offer-card/offer-list";
import { forget } from "@/parts/recently-seen/seen";
import { capacityTexts } from "@/text/areas/capacity";
import { cheaperSaleTexts } from "@/text/areas/cheaper-sale";
import { findTexts } from "@/text/areas/find";
import { homeTexts } from "@/text/areas/home";
import { notFoundTexts } from "@/text/areas/not-found";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";
import { fieldClass } from "@/ui/field-class";
import { useInBrowser } from "@/ui/use-in-browser";
import { wordsOfPath } from "./words-of-path";

const maxShown = 3;

/**
 * What can be bought instead: a search field and, once scripts run, what is nearest to the words of the address. The
 * server sends the same page for all addresses that do not exist, so the address is read in the browser.
 */
export function Nearest() {
  const t = useText(cheaperSaleTexts, notFoundTexts, findTexts, homeTexts, productTexts, capacityTexts);
  const path = usePathname();
  const words = useInBrowser() ? wordsOfPath(path) : "";
  const { data } = useApi<FindResult>(words ? ["find", words] : null, (api) =>
    api.GET("/find", { params: { query: { words } } }),
  );
  useEffect(() => forget(path), [path]);
  return (
    <>
      <form
        method="get"
        action={routes.find()}
        className="grid w-full max-w-xl gap-1.5 sm:flex sm:items-end sm:gap-3"
      >
        <label className="grid flex-1 gap-1.5 text-sm font-semibold">
          {t("find.words")}
          <input
            key={words}
            type="search"
            name="words"
            defaultValue={words}
            autoComplete="off"
            enterKeyHint="search"
            className={`${fieldClass} font-normal`}
          />
        </label>
        <button type="submit" className={buttonClass("secondary")}>
          {t("find.submit")}
        </button>
      </form>
      {data ? (
        <div className="w-full pt-6">
          <OfferList
            t={t}
            id="nearest"
            heading={t("not-found.nearest")}
            items={data.items.slice(0, maxShown)}
            today={data.today}
          />
        </div>
      ) : null}
    </>
  );
}
