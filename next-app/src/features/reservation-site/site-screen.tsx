"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import type { ReservationSite } from "@/api/types";
import { routes } from "@/lib/routes";
import { styleKey } from "@/lib/style-key";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { alertTexts } from "@/text/areas/alert";
import { pageTexts } from "@/text/areas/page";
import { reservationSiteTexts } from "@/text/areas/reservation-site";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";

/** Where to visit, where there are several places. */
export function SiteScreen({ sites, code }: { sites: ReservationSite[]; code: string | null }) {
  const t = useText(alertTexts, pageTexts, reservationSiteTexts);
  const router = useRouter();
  const [choosing, setChoosing] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (problem !== null) alert.current?.focus();
  }, [problem]);

  async function choose({ id }: ReservationSite) {
    setProblem(null);
    setChoosing(id);
    const outcome = await call((api) => api.POST("/config/web-site/{id}", { params: { path: { id } } }), {
      busy: t("reservation-site.choosing"),
    });
    if (outcome.ok) {
      router.push(routes.reservationBegin());
      return;
    }
    setChoosing(null);
    setProblem(outcome.message);
  }

  return (
    <StepFrame title={t("page.reservation-site")} intro={t("reservation-site.intro")} code={code}>
      {problem ? (
        <Alert ref={alert} tone="error" label={t("alert.error")}>
          {problem}
        </Alert>
      ) : null}
      {sites.length === 0 ? <p>{t("reservation-site.empty")}</p> : null}
      <ul aria-label={t("reservation-site.list")} className="grid gap-4 sm:grid-cols-2">
        {sites.map((site) => (
          <li
            key={site.id}
            className={`${styleKey(site.cssKey)} card flex flex-wrap items-center justify-between gap-4 p-4 sm:p-6`}
          >
            <div className="min-w-0">
              <h2 className="text-lg">{site.name}</h2>
              <p className="text-sm text-ink-2">{site.propertyNames.join(", ")}</p>
              {site.selected ? (
                <p className="text-sm font-semibold text-ok">{t("reservation-site.chosen")}</p>
              ) : null}
            </div>
            <Button
              aria-label={t("reservation-site.choose-of", { name: site.name })}
              busy={choosing === site.id}
              onClick={() => choose(site)}
            >
              {t("reservation-site.choose")}
            </Button>
          </li>
        ))}
      </ul>
    </StepFrame>
  );
}
