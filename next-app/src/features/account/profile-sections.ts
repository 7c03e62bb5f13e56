import type { TextIdOf } from "@/text/texts";

/** The element ids of the parts of the account page. Links use them as URL fragments. */
export const places = {
  tickets: "tickets",
  passes: "passes",
  reservations: "reservations",
  orders: "orders",
  plans: "plans",
  cards: "cards",
  details: "details",
  password: "password",
  everywhere: "everywhere",
} as const;

/** The parts of the account page in their order. */
export const profileSections: { title: TextIdOf<"profile" | "billing" | "saved">; place: string }[] = [
  { title: "profile.tickets", place: places.tickets },
  { title: "profile.passes", place: places.passes },
  { title: "profile.reservations", place: places.reservations },
  { title: "profile.orders", place: places.orders },
  { title: "billing.title", place: places.plans },
  { title: "saved.title", place: places.cards },
  { title: "profile.details", place: places.details },
  { title: "profile.password", place: places.password },
];
