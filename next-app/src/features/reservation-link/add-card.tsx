"use client";

import { lazy, Suspense, useState } from "react";
import type { ReservationLimits } from "@/api/types";
import { reservationLinkTexts } from "@/text/areas/reservation-link";
import { useText } from "@/text/use-text";
import { DisclosureCard } from "@/ui/disclosure-card";
import { Segments } from "@/ui/segments";
import { TextButton } from "@/ui/text-button";
import type { Kind } from "./add-fields";
import { AddForm } from "./add-form";
import type { Add } from "./use-party";

const loadHelp = () => import("@/parts/code-help/code-help");
const CodeHelp = lazy(loadHelp);

type Props = {
  limits: ReservationLimits;
  /** Whether the card is open at first. It is closed if the account already lists passes or tickets. */
  startsOpen: boolean;
  onAdd: Add;
  onAdded: () => void;
};

/** Adds passes and tickets by their numbers, and shows where the numbers are printed. */
export function AddCard({ limits, startsOpen, onAdd, onAdded }: Props) {
  const t = useText(reservationLinkTexts);
  const [open, setOpen] = useState(startsOpen);
  const [kind, setKind] = useState<Kind>("pass");
  const [helped, setHelped] = useState(false);
  return (
    <DisclosureCard
      level={2}
      name="add-by-number"
      title={t(startsOpen ? "reservation-link.add" : "reservation-link.add-other")}
      open={open}
      onToggle={setOpen}
    >
      <div className="grid gap-4">
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
        <AddForm key={kind} kind={kind} limits={limits} onAdd={onAdd} onAdded={onAdded} />
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
      </div>
    </DisclosureCard>
  );
}
