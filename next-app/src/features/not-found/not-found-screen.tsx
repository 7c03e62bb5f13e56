"use client";

import Link from "next/link";
import { routes } from "@/lib/routes";
import { notFoundTexts } from "@/text/areas/not-found";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";
import { Nearest } from "./nearest";

export function NotFoundScreen() {
  const t = useText(notFoundTexts);
  return (
    <div className="frame grid justify-items-start gap-4 pb-8">
      <h1 className="text-h1">{t("not-found.title")}</h1>
      <p className="max-w-prose text-lg text-ink-2">{t("not-found.body")}</p>
      <p className="flex flex-wrap gap-3">
        <Link href={routes.home()} prefetch={false} className={buttonClass("primary")}>
          {t("not-found.home")}
        </Link>
        <Link href={routes.cart()} prefetch={false} className={buttonClass("secondary")}>
          {t("not-found.cart")}
        </Link>
      </p>
      <Nearest />
    </div>
  );
}
