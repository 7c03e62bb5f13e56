import "server-only";
import { type Outcome, outcomeOf } from "@/api/outcome";
import { fetchAccount, fetchLastDetails, fetchPlaces, fetchResource, visitorApi } from "@/api/server";
import type { BuyerDetails, Cart, CartPass, CartPasses, SavedPayment } from "@/api/types";
import { type PackedPlaces, unpackPlaces } from "@/lib/places";
import { hasOrder } from "@/parts/order-view/has-order";
import { agreedTerms } from "@/parts/payment-plan/plan";
import { type FactsOfCart, hasBuyer, holderAddress, isFree, withAccount, withBuyer } from "./checkout-form";
import { termsResource } from "./terms";

type Raw<T> = { data?: T; error?: unknown; response: Response };

/** The initial data of the checkout page, read with the visitor's cookies. */
export async function fetchCheckout(): Promise<{
  cart: Cart;
  facts: FactsOfCart;
  places: PackedPlaces;
  ordered: boolean;
}> {
  const api = await visitorApi();
  const [checkout, places] = await Promise.all([
    api.GET("/cart/checkout").then((raw) => required("checkout", raw)),
    fetchPlaces(),
  ]);
  const {
    signedIn,
    cart: saved,
    deliveryMethods,
    withheldDeliveryMethods: withheld,
    paymentMethods,
  } = checkout;
  const cart = saved.exchange && !hasBuyer(saved) ? withBuyer(saved, await fetchBuyer(), signedIn) : saved;
  const planTerms = agreedTerms(cart);
  const free = isFree(cart);
  const [known, ordered] = await Promise.all([
    signedIn ? fetchKnown(cart, places) : null,
    cart.cartEmpty && hasOrder(),
  ]);
  const savedCards = known?.savedCards ?? [];
  const facts = {
    signedIn,
    savedCards,
    deliveryMethods,
    withheld,
    paymentMethods,
    planTerms,
    questions: cart.questions,
    free,
  };
  return {
    cart: known ? withAccount(cart, known.account, known.last, known.passAddress) : cart,
    facts,
    places,
    ordered,
  };
}

/** The details of the order whose tickets are exchanged. After a failure this is null, and the shopper types them. */
async function fetchBuyer(): Promise<BuyerDetails | null> {
  const outcome = outcomeOf<BuyerDetails>(await (await visitorApi()).GET("/order/exchange/details"), "");
  return outcome.ok ? outcome.answer : null;
}

/** What the shop already knows of a signed-in shopper. */
async function fetchKnown(cart: Cart, places: PackedPlaces) {
  const [account, last, savedCards, passes] = await Promise.all([
    fetchAccount(),
    fetchLastDetails(),
    fetchSavedCards(),
    hasPass(cart) ? fetchPasses() : [],
  ]);
  return { account, last, savedCards, passAddress: holderAddress(passes, unpackPlaces(places).states) };
}

/** The saved cards of the account. After a failure the list is empty, and the payment dialog offers them. */
async function fetchSavedCards(): Promise<SavedPayment[]> {
  const outcome = outcomeOf<SavedPayment[]>(await (await visitorApi()).GET("/account/saved-payment"), "");
  return outcome.ok ? outcome.answer : [];
}

function hasPass({ itemGroups }: Cart): boolean {
  return itemGroups.some(({ items }) => items.some(({ productVariantIsPass }) => productVariantIsPass));
}

/** The passes in the cart. After a failure the list is empty, and the shopper types the address. */
async function fetchPasses(): Promise<CartPass[]> {
  const outcome = outcomeOf<CartPasses>(await (await visitorApi()).GET("/cart/pass"), "");
  return outcome.ok ? outcome.answer.passes : [];
}

/** The operator's terms of sale and use; null if the operator has written none. */
export async function fetchTerms(): Promise<string | null> {
  return fetchResource(termsResource);
}

/** The operator's terms of payment plans; null if the operator has written none. */
export async function fetchInstallmentTerms(): Promise<string | null> {
  const api = await visitorApi();
  return required("terms", await api.GET("/payment/installment-billing/terms")).content ?? null;
}

function required<T>(what: string, raw: Raw<T>): T {
  const outcome: Outcome<T> = outcomeOf<T>(raw, "");
  if (outcome.ok) return outcome.answer;
  throw new Error(`${what}: the API answered ${outcome.status} ${outcome.message}`);
}
