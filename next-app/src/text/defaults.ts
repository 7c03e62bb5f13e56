import { accessibilityTexts } from "./areas/accessibility";
import { accountTexts } from "./areas/account";
import { addedTexts } from "./areas/added";
import { addressTexts } from "./areas/address";
import { alertTexts } from "./areas/alert";
import { awayTexts } from "./areas/away";
import { billingTexts } from "./areas/billing";
import { bundleTexts } from "./areas/bundle";
import { cancellationTexts } from "./areas/cancellation";
import { capacityTexts } from "./areas/capacity";
import { cardTexts } from "./areas/card";
import { cardBrandTexts } from "./areas/card-brands";
import { cartTexts } from "./areas/cart";
import { cartChangeTexts } from "./areas/cart-change";
import { cartCodeTexts } from "./areas/cart-code";
import { cartRemoveTexts } from "./areas/cart-remove";
import { cartSaleTexts } from "./areas/cart-sale";
import { cheaperSaleTexts } from "./areas/cheaper-sale";
import { checkoutTexts } from "./areas/checkout";
import { closedTexts } from "./areas/closed";
import { confirmationTexts } from "./areas/confirmation";
import { dialogTexts } from "./areas/dialog";
import { donateTexts } from "./areas/donate";
import { entitlementsTexts } from "./areas/entitlements";
import { errorTexts } from "./areas/error";
import { exchangeTexts } from "./areas/exchange";
import { findTexts } from "./areas/find";
import { formTexts } from "./areas/form";
import { frameTexts } from "./areas/frame";
import { homeTexts } from "./areas/home";
import { idleTexts } from "./areas/idle";
import { installmentTexts } from "./areas/installment";
import { legalTexts } from "./areas/legal";
import { lenderTexts } from "./areas/lender";
import { loadingTexts } from "./areas/loading";
import { miniCartTexts } from "./areas/mini-cart";
import { multiTexts } from "./areas/multi";
import { multiPassTexts } from "./areas/multi-pass";
import { noScriptTexts } from "./areas/no-script";
import { notFoundTexts } from "./areas/not-found";
import { notifyMeTexts } from "./areas/notify-me";
import { offerTexts } from "./areas/offer";
import { openPassesTexts } from "./areas/open-passes";
import { orderLookupTexts } from "./areas/order-lookup";
import { packageTexts } from "./areas/package";
import { pageTexts } from "./areas/page";
import { passTexts } from "./areas/pass";
import { passDemographicsTexts } from "./areas/pass-demographics";
import { passLevelsTexts } from "./areas/pass-levels";
import { passLinkTexts } from "./areas/pass-link";
import { passProductsTexts } from "./areas/pass-products";
import { passholderTexts } from "./areas/passholder";
import { paymentTexts } from "./areas/payment";
import { pickerTexts } from "./areas/picker";
import { placeTexts } from "./areas/place";
import { planTexts } from "./areas/plan";
import { productTexts } from "./areas/product";
import { profileTexts } from "./areas/profile";
import { promotionTexts } from "./areas/promotion";
import { purchaseTexts } from "./areas/purchase";
import { quantityTexts } from "./areas/quantity";
import { receivedTicketTexts } from "./areas/received-ticket";
import { reservationTexts } from "./areas/reservation";
import { reservationAddOnsTexts } from "./areas/reservation-add-ons";
import { reservationBeginTexts } from "./areas/reservation-begin";
import { reservationDateTexts } from "./areas/reservation-date";
import { reservationLinkTexts } from "./areas/reservation-link";
import { reservationMyTexts } from "./areas/reservation-my";
import { reservationReviewTexts } from "./areas/reservation-review";
import { reservationSiteTexts } from "./areas/reservation-site";
import { savedTexts } from "./areas/saved";
import { seatsTexts } from "./areas/seats";
import { sessionTimeoutTexts } from "./areas/session-timeout";
import { shareTexts } from "./areas/share";
import { summaryTexts } from "./areas/summary";
import { ticketTransferTexts } from "./areas/ticket-transfer";
import { ticketsTexts } from "./areas/tickets";
import { toastTexts } from "./areas/toast";
import { transferTexts } from "./areas/transfer";
import { upgradeTexts } from "./areas/upgrade";
import { validityTexts } from "./areas/validity";
import { venueTexts } from "./areas/venue";
import { visitTexts } from "./areas/visit";
import { weekTexts } from "./areas/week";
import type { Overrides } from "./texts";

/**
 * Every default text of the app by its resource id. Only the server imports this; a browser page contains only the
 * areas that its parts import. `api-texts` copies texts that belong to the API; a test of the API compares them. The
 * operator may replace any text; otherwise the default is shown. Some texts are prescribed word for word, including
 * their spelling (`pass-texts.test.ts`, `reservation-texts.test.ts`).
 */
export const defaults = {
  ...pageTexts,
  ...frameTexts,
  ...accountTexts,
  ...profileTexts,
  ...billingTexts,
  ...savedTexts,
  ...idleTexts,
  ...sessionTimeoutTexts,
  ...miniCartTexts,
  ...lenderTexts,
  ...loadingTexts,
  ...dialogTexts,
  ...alertTexts,
  ...toastTexts,
  ...formTexts,
  ...homeTexts,
  ...exchangeTexts,
  ...findTexts,
  ...accessibilityTexts,
  ...notFoundTexts,
  ...notifyMeTexts,
  ...noScriptTexts,
  ...errorTexts,
  ...awayTexts,
  ...productTexts,
  ...pickerTexts,
  ...placeTexts,
  ...weekTexts,
  ...multiTexts,
  ...multiPassTexts,
  ...passLevelsTexts,
  ...promotionTexts,
  ...purchaseTexts,
  ...bundleTexts,
  ...addedTexts,
  ...seatsTexts,
  ...cancellationTexts,
  ...capacityTexts,
  ...quantityTexts,
  ...offerTexts,
  ...packageTexts,
  ...summaryTexts,
  ...planTexts,
  ...installmentTexts,
  ...legalTexts,
  ...addressTexts,
  ...donateTexts,
  ...cartSaleTexts,
  ...cheaperSaleTexts,
  ...checkoutTexts,
  ...paymentTexts,
  ...cardTexts,
  ...cardBrandTexts,
  ...cartTexts,
  ...cartChangeTexts,
  ...transferTexts,
  ...ticketTransferTexts,
  ...receivedTicketTexts,
  ...cartCodeTexts,
  ...cartRemoveTexts,
  ...closedTexts,
  ...confirmationTexts,
  ...orderLookupTexts,
  ...ticketsTexts,
  ...passTexts,
  ...passholderTexts,
  ...entitlementsTexts,
  ...upgradeTexts,
  ...validityTexts,
  ...passLinkTexts,
  ...passDemographicsTexts,
  ...passProductsTexts,
  ...openPassesTexts,
  ...reservationTexts,
  ...reservationBeginTexts,
  ...reservationSiteTexts,
  ...reservationLinkTexts,
  ...reservationDateTexts,
  ...reservationAddOnsTexts,
  ...reservationReviewTexts,
  ...reservationMyTexts,
  ...visitTexts,
  ...venueTexts,
  ...shareTexts,
} as const;

export type TextId = keyof typeof defaults;

/** Keeps only texts that differ from their defaults, so that a page contains no text twice. */
export function overridesOf(resourceValues: { extResourceId: string; value?: string | null }[]): Overrides {
  const overrides: Overrides = {};
  for (const { extResourceId, value } of resourceValues) {
    if (!(extResourceId in defaults) || typeof value !== "string") continue;
    const id = extResourceId as TextId;
    if (value !== defaults[id]) overrides[id] = value;
  }
  return overrides;
}
