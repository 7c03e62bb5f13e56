"use client";

import { lazy, Suspense, useState } from "react";
import type { ReservationLimits } from "@/api/types";
import { reservationLinkTexts } from "@/text/areas/reservation-link";
import { useText } from "@/text/use-text";
import { Segments } from "@/ui/segments";
import { TextButton } from "@/ui/text-button";
import type { Kind } from "./add-fields";
import { AddForm } from "./add-form";
import type { Add } from "./use-party";

const loadHelp = () => import("@/parts/code-help/code-help");
const CodeHelp = lazy(loadHelp);

/** Adds passes and tickets, and shows where their numbers are printed. */
export function AddCard({ limits, onAdd }: { limits: ReservationLimits; onAdd: Add }) {
  const t = useText(reservationLinkTexts);
  const [kind, setKind] = useState<Kind>("pass");
  const [helped, setHelped] = useState(false);
  return (
    <section className="card grid gap-4 px-4 py-5 sm:p-6">
      <h2 className="text-2xl">{t("reservation-link.add")}</h2>
      <div className="sm:max-w-72">
        <Segments<Kind>
          label={t("reservation-link.kind")}
          options={[
            { value: "pass", text: t("reservation-link.kind-pass") },
            { value: "ticket", text: t("reservation-link.kind-ticket") },
          ]}
          value={kind}
          onChange={setKind}
        />
      </div>
      <AddForm key={kind} kind={kind} limits={limits} onAdd={onAdd} />
      <TextButton
        className="-ml-2 justify-self-start text-left"
        onPointerEnter={loadHelp}
        onFocus={loadHelp}
        onClick={() => setHelped(true)}
      >
        {t("reservation-link.help")}
      </TextButton>
      <Suspense>
        {helped ? (
          <CodeHelp
            title={t("reservation-link.help-title")}
            drawing={{
              label: t("reservation-link.help-picture"),
              holder: t("reservation-link.help-name"),
              product: t("reservation-link.help-pass"),
              code: t("reservation-link.help-code"),
              here: t("reservation-link.help-here"),
            }}
            lines={[
              t("reservation-link.help-on-ticket"),
              t("reservation-link.help-in-mail"),
              t("reservation-link.help-writing"),
            ]}
            onClose={() => setHelped(false)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
