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
  /** All tickets of the account. */
  held: HeldTogether[];
  /** When the tickets admit. */
  when: string;
  appearance?: "link" | "button";
};

/** The link to tickets that are used together. If their order has others too, it leads to the first of these tickets. */
export function TicketLink({ t, tickets, held, when, appearance = "link" }: Props) {
  const [{ accountId, orderId, firstName, lastName, productName }, ...others] = tickets;
  const name = [firstName, lastName].filter(Boolean).join(" ") || productName;
  const ofOrder = others.length > 0 && orderId !== undefined;
  const isOnlyVisit = held.every((other) => other === tickets || other[0].orderId !== orderId);
  const what = ofOrder ? "tickets" : isPass(tickets[0]) ? "pass" : "ticket";
  return (
    <Link
      href={
        ofOrder
          ? routes.orderTickets(orderId, isOnlyVisit ? undefined : accountId)
          : routes.accountTicket(accountId)
      }
      prefetch={false}
      aria-label={t(`profile.view-${what}-of`, { name, when })}
      className={classNames(
        "flex-none",
        appearance === "button"
          ? `${buttonClass("primary")} max-sm:w-full`
          : "inline-flex min-h-11 items-center font-semibold underline",
      )}
    >
      {t(`profile.view-${what}`)}
    </Link>
  );
}
