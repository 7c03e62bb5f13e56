"use client";

import type { Api } from "@/api/call";
import type { Order } from "@/api/types";
import { formatMoney } from "@/lib/money";
import type { Packed } from "@/lib/packed";
import { useUnpacked } from "@/lib/use-unpacked";
import { OrderView } from "@/parts/order-view/order-view";
import { useOrder } from "@/parts/order-view/use-order";
import type { OrderWithTickets } from "@/parts/order-view/with-tickets";
import { PurchaseSteps } from "@/parts/purchase-steps/purchase-steps";
import { havePasses } from "@/parts/purchase-steps/steps";
import { confirmationTexts } from "@/text/areas/confirmation";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import type { AccountState } from "./fetch-account-state";
import { OrderAccount } from "./order-account";

type OrderExchange = NonNullable<Order["exchange"]>;

type Props = OrderWithTickets & {
  account: AccountState;
};

/** Says that the tickets of an earlier order are no longer valid, and what is paid back. */
function ExchangeDone({ t, exchange }: { t: Translate<"confirmation">; exchange: OrderExchange }) {
  return (
    <p>
      {t("confirmation.exchange-done", { order: exchange.invoiceNumber })}
      {exchange.refund > 0
        ? ` ${t("confirmation.exchange-back", { amount: formatMoney(exchange.refund) })}`
        : ""}
    </p>
  );
}

const fetchLatest = (api: Api) => api.GET("/order/details");

/** Shows the order that was just placed. */
export function ConfirmationScreen({ page }: { page: Packed<Props> }) {
  const { order: placed, ticketsHtml, account } = useUnpacked(page);
  const t = useText(confirmationTexts);
  const { order, reload } = useOrder(placed, fetchLatest);
  const message = t("confirmation.messageHtml");

  return (
    <OrderView
      order={order}
      ticketsHtml={ticketsHtml}
      reload={reload}
      before={<PurchaseSteps current="confirmation" hasPasses={havePasses([order])} />}
      heading={
        <>
          <h1 className="text-h1">{t("confirmation.title")}</h1>
          {order.exchange ? <ExchangeDone t={t} exchange={order.exchange} /> : null}
        </>
      }
      message={message ? <div className="prose" dangerouslySetInnerHTML={{ __html: message }} /> : null}
      account={<OrderAccount order={order} state={account} />}
    />
  );
}
