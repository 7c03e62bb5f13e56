import type { Order } from "@/api/types";
import { confirmationTexts } from "@/text/areas/confirmation";
import { useText } from "@/text/use-text";

/**
 * The address to which the confirmation was last sent. As long as the last confirmation has not been sent, the buyer's
 * address is shown instead, because a confirmation can be sent again to any address.
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
