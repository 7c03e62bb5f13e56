"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type MouseEvent, useRef, useState } from "react";
import { useCart, useMiniCart } from "@/api/swr";
import type { Reservation, ReservationAddOn } from "@/api/types";
import { formatDay } from "@/lib/dates";
import { BuyBar } from "@/parts/buy-bar/buy-bar";
import type { Row } from "@/parts/entitlements/rows";
import { useRows } from "@/parts/entitlements/use-rows";
import { StepFrame } from "@/parts/reservation-step/step-frame";
import { stepAfter } from "@/parts/reservation-step/steps";
import { useStep } from "@/parts/reservation-step/use-step";
import { pageTexts } from "@/text/areas/page";
import { reservationTexts } from "@/text/areas/reservation";
import { reservationAddOnsTexts } from "@/text/areas/reservation-add-ons";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";
import { StatusLine } from "@/ui/status-line";
import { AddOnCard, type AddOnHandle } from "./add-on-card";

type Props = {
  initial: Reservation;
  addOns: ReservationAddOn[];
  /** The benefits of the visitor's passes, read on the server. */
  passes: Row[];
  code: string | null;
  /** Whether the visitor came from the review. */
  edits: boolean;
};

/** The choice of optional add-ons for the visit. They are bought with the cart. */
export function AddOnsScreen({ initial, addOns, passes: initialPasses, code, edits }: Props) {
  const t = useText(pageTexts, reservationTexts, reservationAddOnsTexts);
  const { reservation } = useStep("add-ons", initial);
  const { data: passes = initialPasses, mutate } = useRows("ticket", initialPasses);
  const day = reservation.visit?.businessDate ?? "";
  const [statusText, setStatusText] = useState("");
  const { data: mini } = useMiniCart();
  // The cart is loaded only if it has items.
  const { data: cart } = useCart({}, Boolean(mini?.itemCount));
  const router = useRouter();
  const cards = useRef(new Map<string, AddOnHandle>());
  const next = stepAfter("add-ons", reservation, edits);
  const items = cart?.itemGroups.flatMap((group) => group.items) ?? [];

  /** Adds what was chosen but is not in the cart before the next step opens. It stays here if something cannot be added. */
  async function addAndContinue(event: MouseEvent) {
    const chosen = [...cards.current.values()].filter((card) => card.isChosen());
    if (chosen.length === 0) return;
    event.preventDefault();
    for (const card of chosen) if (!(await card.add())) return;
    router.push(next);
  }

  return (
    <StepFrame
      step="add-ons"
      reservation={{ ...reservation, hasAddOns: true }}
      title={t("page.reservation-add-ons")}
      intro={t("reservation-add-ons.intro", { day: formatDay(day) })}
      code={code}
    >
      {addOns.length === 0 ? <p>{t("reservation-add-ons.empty")}</p> : null}
      <StatusLine visible>{statusText}</StatusLine>
      <ul aria-label={t("reservation-add-ons.list")} className="grid gap-5 sm:grid-cols-2 lg:gap-6">
        {addOns.map((addOn) => (
          <li key={addOn.productId}>
            <AddOnCard
              addOn={addOn}
              day={day}
              passes={passes}
              items={items}
              ref={(card) => {
                if (card) cards.current.set(addOn.productId, card);
                return () => {
                  cards.current.delete(addOn.productId);
                };
              }}
              onAdded={(name) => {
                setStatusText(`${t("reservation-add-ons.added")}: ${name}`);
                // What is in the cart is no longer left. Guests have no benefits.
                if (passes.length > 0) void mutate();
              }}
            />
          </li>
        ))}
      </ul>
      <BuyBar place="plain">
        <Link
          href={next}
          prefetch={false}
          onClick={(event) => void addAndContinue(event)}
          className={`${buttonClass("primary")} ml-auto max-sm:w-full`}
        >
          {t(edits ? "reservation.save" : "reservation.continue")}
        </Link>
      </BuyBar>
    </StepFrame>
  );
}
