import Link from "next/link";
import { routes } from "@/lib/routes";
import type { Translate } from "@/text/texts";
import { buttonClass } from "@/ui/button";
import { classNames } from "@/ui/class-names";
import type { HeldTogether } from "./held-tickets";

type Props = {
  t: Translate<"profile">;
  tickets: HeldTogether;
  /** When the tickets admit. */
  when: string;
  appearance?: "link" | "button";
};

/** The link to tickets that are used together. */
export function TicketLink({ t, tickets, when, appearance = "link" }: Props) {
  const [{ accountId, orderId, firstName, lastName, productName }, ...others] = tickets;
  const name = [firstName, lastName].filter(Boolean).join(" ") || productName;
  const ofOrder = others.length > 0 && orderId !== undefined;
  return (
    <Link
      href={ofOrder ? routes.orderTickets(orderId) : routes.accountTicket(accountId)}
      prefetch={false}
      aria-label={t(ofOrder ? "profile.view-tickets-of" : "profile.view-ticket-of", { name, when })}
      className={classNames(
        "flex-none",
        appearance === "button"
          ? buttonClass("primary")
          : "inline-flex min-h-11 items-center font-semibold underline",
      )}
    >
      {t(ofOrder ? "profile.view-tickets" : "profile.view-ticket")}
    </Link>
  );
}
