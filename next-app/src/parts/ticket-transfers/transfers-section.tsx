"use client";

import { lazy, Suspense, useState } from "react";
import { transferTexts } from "@/text/areas/transfer";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";

const loadList = () => import("./transfer-list");
const TransferList = lazy(loadList);

type Props = {
  orderId: string;
  buyerName: string;
  /** Whether tickets were sent, so that the part is open from the start: they can be taken back there. */
  isSent: boolean;
  /** Called after a ticket was sent or got a fresh code, so that the page shows it. */
  onChanged: () => void;
};

/** The part of an order's page in which its tickets are sent to others, taken back, and get fresh codes. */
export function TransfersSection({ isSent, ...props }: Props) {
  const t = useText(transferTexts);
  const [open, setOpen] = useState(isSent);
  return (
    <section
      data-screen-only
      aria-labelledby="transfers"
      className="card grid gap-4 p-4 sm:p-6 [@media(scripting:none)]:hidden"
    >
      <div className="grid gap-1">
        <h2 id="transfers" className="text-lg">
          {t("transfer.title")}
        </h2>
        <p className="text-ink-2">{t("transfer.hint")}</p>
      </div>
      <Button
        appearance="secondary"
        className="justify-self-start"
        aria-expanded={open}
        onPointerEnter={loadList}
        onClick={() => setOpen(!open)}
      >
        {t(open ? "transfer.hide" : "transfer.show")}
      </Button>
      {open ? (
        <Suspense fallback={<div className="skeleton h-28" />}>
          <TransferList {...props} />
        </Suspense>
      ) : null}
    </section>
  );
}
