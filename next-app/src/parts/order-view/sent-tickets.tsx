import type { Order } from "@/api/types";
import type { Translate } from "@/text/texts";

type Props = { t: Translate<"confirmation">; order: Pick<Order, "sentTickets"> };

/** To whom tickets of an order were sent. Renders nothing if none were. */
export function SentTickets({ t, order }: Props) {
  const recipients = [...new Set(order.sentTickets.map(({ recipientName }) => recipientName))];
  return (
    <ul className="grid gap-1 empty:hidden">
      {recipients.map((name) => {
        const tickets = order.sentTickets.filter(({ recipientName }) => recipientName === name);
        return (
          <li key={name} className="break-words">
            <span className="font-semibold">{t("confirmation.ticket-sent-to", { name })}</span>
            {tickets.map((ticket) => (
              <span key={ticket.ticketId} className="block text-sm text-ink-2">
                {ticket.name}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
