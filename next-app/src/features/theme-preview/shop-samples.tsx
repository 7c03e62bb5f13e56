import type { Cart } from "@/api/types";
import { CapacityTag } from "@/parts/capacity/capacity-tag";
import { aGroup, aLine, emptyCart } from "@/parts/cart-lines/sample";
import { CartSummary } from "@/parts/cart-summary/cart-summary";
import { type Offer, OfferCard } from "@/parts/offer-card/offer-card";
import { FromPrice } from "@/parts/price/from-price";
import { WasPrice } from "@/parts/price/was-price";
import { capacityTexts } from "@/text/areas/capacity";
import { productTexts } from "@/text/areas/product";
import { useText } from "@/text/use-text";
import { Columns, Row } from "./samples";

const levels = [1, 2, 3, 4, 99];

export function LevelSamples() {
  const t = useText(capacityTexts);
  return (
    <Row>
      {levels.map((level) => (
        <CapacityTag key={level} t={t} levelId={level} />
      ))}
    </Row>
  );
}

const offer: Offer = {
  path: "#content",
  name: "Harbor Crossing",
  text: "Forty minutes across the bay, with the lighthouse on the way.",
  picture: undefined,
  price: { lowest: 12, highest: 24, isFrom: true },
  note: "Choose a day",
};

export function CardSamples() {
  const t = useText(productTexts, capacityTexts);
  return (
    <div className="grid gap-5">
      <Columns>
        <OfferCard t={t} first={false} columns={3} offer={offer} />
        <OfferCard
          t={t}
          first={false}
          columns={3}
          offer={{ ...offer, name: "Season Pass", price: { lowest: 139, isFrom: false }, note: "One year" }}
        />
        <OfferCard
          t={t}
          first={false}
          columns={3}
          offer={{ ...offer, name: "Storm Glass", price: null, note: <CapacityTag t={t} levelId={4} /> }}
        />
      </Columns>
      <p className="text-lg">
        <FromPrice t={t} lowest={49} isFrom={false} className="font-bold" />
        <WasPrice t={t} amount={61} />
      </p>
    </div>
  );
}

/** A code of a sample ticket. It cannot be scanned. */
const code =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' shape-rendering='crispEdges'%3E%3Cpath d='M0 0h3v3H0zM6 0h3v3H6zM0 6h3v3H0zM4 0h1v2H4zM4 4h2v1H4zM7 4h2v2H7zM5 6h1v3H5zM7 7h1v2H7z'/%3E%3C/svg%3E";

/** As in the HTML of the API's tickets. */
export function TicketSample() {
  return (
    <div className="tickets max-w-[48rem]">
      <article className="ticket">
        <div className="ticket-head">
          <p className="ticket-venue">
            The Lantern Theater <span>Ticket 1 of 2</span>
          </p>
          <h3>The Harbor Quartet</h3>
          <p className="ticket-place">Parterre, row A, seat 5</p>
          <p>Adult</p>
          <dl>
            <div data-fact="when">
              <dt>When</dt>
              <dd>Thursday, December 3, 2026, 8:00 PM</dd>
            </div>
          </dl>
        </div>
        <div className="ticket-code">
          <img src={code} width="240" height="240" alt="QR code of a sample" />
          <p>SAMPLE</p>
        </div>
      </article>
      <section className="ticket-info">
        <h3>The Lantern Theater</h3>
        <p>12 Lamplighter Lane, Port Ellery, RI 02800</p>
        <details>
          <summary>Getting there</summary>
          <p className="prose">Park at Customhouse Square, a three-minute walk away.</p>
        </details>
      </section>
    </div>
  );
}

const cart: Cart = {
  ...emptyCart,
  itemGroups: [aGroup("Park Day Ticket", aLine("adult", 49, 2))],
  cartEmpty: false,
  cartTotal: 108.95,
  cartTotalNetTaxesAndFees: 98,
  displaySubtotal: 98,
  taxTotal: 7,
  feeTotal: 3.95,
  addedFeeTotal: 3.95,
  fees: [{ name: "Order processing fee", amount: 3.95, included: false }],
};

export function SummarySample() {
  return (
    <div className="max-w-[24rem]">
      <CartSummary cart={cart} />
    </div>
  );
}
