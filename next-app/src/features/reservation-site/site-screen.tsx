"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { call } from "@/api/call";
import { keys, useCartChange } from "@/api/swr";
import type { Reservation, ReservationSite } from "@/api/types";
import { routes } from "@/lib/routes";
import { styleKey } from "@/lib/style-key";
import type { Confirmation } from "@/parts/confirm-dialog/confirm-dialog";
import { useQuestion } from "@/parts/confirm-dialog/use-question";
import { ProblemAlert, useProblem } from "@/parts/error-summary/problem";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { pageTexts } from "@/text/areas/page";
import { reservationSiteTexts } from "@/text/areas/reservation-site";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";

type Props = {
  sites: ReservationSite[];
  /** The session's reservation, which may not be in progress; null if it could not be read. */
  reservation: Reservation | null;
  code: string | null;
};

/**
 * The choice of a site, if there are several. If a reservation is in progress at a different site, it starts again
 * after a confirmation.
 */
export function SiteScreen({ sites, reservation, code }: Props) {
  const t = useText(pageTexts, reservationSiteTexts);
  const { ask, question } = useQuestion();
  const router = useRouter();
  const changeCart = useCartChange();
  const { mutate } = useSWRConfig();
  const [choosing, setChoosing] = useState<string | null>(null);
  const { problem, setProblem, alert } = useProblem();

  async function choose({ id, name }: ReservationSite) {
    setProblem(null);
    const left = reservation?.reservationInProgress && reservation.siteId !== id ? reservation : null;
    if (left && !(await ask(startingOver(t, left.siteName ?? "", name)))) return;
    setChoosing(id);
    const busy = t("reservation-site.choosing");
    const path = { id };
    const chosen = await call((api) => api.POST("/config/web-site/{id}", { params: { path } }), { busy });
    const outcome =
      chosen.ok && left
        ? await changeCart((api) => api.POST("/reservation/begin", { body: guestOf(left) }), { busy })
        : chosen;
    if (outcome.ok) {
      void mutate(keys.currentWebSite);
      router.push(reservation?.reservationInProgress ? routes.reservationLink() : routes.reservationBegin());
      return;
    }
    setChoosing(null);
    setProblem(outcome.message);
  }

  return (
    <StepFrame title={t("page.reservation-site")} intro={t("reservation-site.intro")} code={code}>
      <ProblemAlert problem={problem} alert={alert} />
      {sites.length === 0 ? <p>{t("reservation-site.empty")}</p> : null}
      <ul aria-label={t("reservation-site.list")} className="grid gap-4 sm:grid-cols-2">
        {sites.map((site) => (
          <li
            key={site.id}
            className={`${styleKey(site.cssKey)} card flex flex-col items-start justify-between gap-4 p-4 sm:p-6`}
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
      {question}
    </StepFrame>
  );
}

function startingOver(t: Translate<"reservation-site">, left: string, name: string): Confirmation {
  return {
    title: t("reservation-site.start-over-title", { name }),
    message: [t("reservation-site.start-over", { site: left })],
    proceedText: t("reservation-site.start-over-proceed"),
    cancelText: t("reservation-site.start-over-keep"),
  };
}

/** The guest's details, with which a new reservation begins. */
function guestOf({ firstName, lastName, emailAddress, phoneNumber, zip }: Reservation) {
  return { firstName, lastName, emailAddress, phoneNumber, zip };
}
