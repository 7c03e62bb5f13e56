import "server-only";
import { outcomeOf } from "@/api/outcome";
import { visitorApi } from "@/api/server";
import type { Cart, DonationSettings } from "@/api/types";
import type { RoundUp } from "@/lib/donation-rules";

export type Donating = {
  cart: Cart;
  offer: RoundUp & { product: NonNullable<DonationSettings["product"]> };
};

/**
 * What the page shows; null when there is nothing to offer: no settings, no answer, or a donation that is in the cart
 * already. A gift is never worth a fault on the way to the checkout.
 */
export async function readDonation(): Promise<Donating | null> {
  const api = await visitorApi();
  const [offered, held] = await Promise.all([api.GET("/product/donation-settings"), api.GET("/cart")]);
  const offer = outcomeOf<DonationSettings>(offered, "");
  const cart = outcomeOf<Cart>(held, "");
  if (!offer.ok || !cart.ok) return null;
  const { product, roundUpEnabled = false, roundUpMinimum = 0 } = offer.answer;
  if (!product) return null;
  if (cart.answer.itemGroups.some((group) => group.isDonation)) return null;
  return { cart: cart.answer, offer: { product, roundUpEnabled, roundUpMinimum } };
}
