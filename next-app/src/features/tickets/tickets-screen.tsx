"use client";

import Link from "next/link";
import { routes } from "@/lib/routes";
import { ticketsTexts } from "@/text/areas/tickets";
import { useText } from "@/text/use-text";
import { Button, buttonClass } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";
import { useScreenAwake } from "./use-screen-awake";

type Props = {
  /** HTML from the API, which contains text and pictures only. */
  html: string;
};

/** Tickets to be scanned from the screen or printed. */
export function TicketsScreen({ html }: Props) {
  const t = useText(ticketsTexts);
  const awake = useScreenAwake();
  return (
    <div className="frame">
      <div className="mx-auto grid max-w-[44rem] gap-6">
        <h1 className="text-h1">{t("tickets.title")}</h1>
        {html === "" ? (
          <p className="text-lg text-ink-2">{t("tickets.none")}</p>
        ) : (
          <section className="grid gap-4" aria-labelledby="entrance">
            <div data-screen-only className="grid gap-1">
              <h2 id="entrance" className="text-xl">
                {t("tickets.entrance")}
              </h2>
              <p className="text-ink-2">{t("tickets.hint")}</p>
              <StatusLine visible>{awake ? t("tickets.awake") : ""}</StatusLine>
            </div>
            <div className="tickets gap-4" dangerouslySetInnerHTML={{ __html: html }} />
          </section>
        )}
        <div data-screen-only className="flex flex-wrap items-center gap-3">
          {html === "" ? null : (
            <Button appearance="secondary" aria-describedby="print-hint" onClick={() => window.print()}>
              {t("tickets.print")}
            </Button>
          )}
          <Link href={routes.profile()} prefetch={false} className={buttonClass("secondary")}>
            {t("tickets.return")}
          </Link>
          {html === "" ? null : (
            <p id="print-hint" className="w-full text-sm text-ink-2">
              {t("tickets.print-hint")}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
