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
 * The data of the donation page; null if no donation is offered: the shop has no product for donations, a call failed,
 * or the cart already has a donation. A failure must not block checkout.
 */
export async function fetchDonation(): Promise<Donating | null> {
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
