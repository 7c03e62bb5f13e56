import type { Order } from "@/api/types";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";

/**
 * The address to which the confirmation was sent. Until then it is the buyer's address, because a copy may be sent to
 * any address.
 */
export function ConfirmationAddress({ order }: { order: Order }) {
  const t = useText(confirmationTexts);
  const isSent = !order.confirmationGenerationMessage;
  return (
    <div className="min-w-0">
      <p className="legend">{t(isSent ? "confirmation.sent-to" : "confirmation.booked-for")}</p>
      <p data-confirmation-address className="font-semibold break-words">
        {isSent ? order.lastConfirmEmailAddress : order.emailAddress}
      </p>
    </div>
  );
}
