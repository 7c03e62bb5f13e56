import Link from "next/link";
import { routes } from "@/lib/routes";
import { isPass } from "@/lib/ticket-type";
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
  const what = ofOrder ? "tickets" : isPass(tickets[0]) ? "pass" : "ticket";
  return (
    <Link
      href={ofOrder ? routes.orderTickets(orderId, accountId) : routes.accountTicket(accountId)}
      prefetch={false}
      aria-label={t(`profile.view-${what}-of`, { name, when })}
      className={classNames(
        "flex-none",
        appearance === "button"
          ? buttonClass("primary")
          : "inline-flex min-h-11 items-center font-semibold underline",
      )}
    >
      {t(`profile.view-${what}`)}
    </Link>
  );
}
