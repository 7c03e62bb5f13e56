import { routes } from "@/lib/routes";
import type { TextIdOf } from "@/text/texts";

/** A link from the account page to one part of the account, such as tickets or orders. */
export type ProfileSection = {
  title: TextIdOf<"profile" | "billing" | "saved">;
  intro: TextIdOf<"profile" | "billing" | "saved">;
  href: string;
};

/** The element ids of the lists on the account page. Links use them as URL fragments. */
export const places = {
  tickets: "tickets",
  reservations: "reservations",
  orders: "orders",
  plans: "plans",
  cards: "cards",
} as const;

export const profileSections: ProfileSection[] = [
  {
    title: "profile.tickets",
    intro: "profile.tickets-intro",
    href: `${routes.profile()}#${places.tickets}`,
  },
  {
    title: "profile.reservations",
    intro: "profile.reservations-intro",
    href: `${routes.profile()}#${places.reservations}`,
  },
  { title: "profile.orders", intro: "profile.orders-intro", href: `${routes.profile()}#${places.orders}` },
  { title: "billing.title", intro: "billing.intro", href: `${routes.profile()}#${places.plans}` },
  { title: "saved.title", intro: "saved.intro", href: `${routes.profile()}#${places.cards}` },
  { title: "profile.passes", intro: "profile.passes-intro", href: routes.passLink() },
  { title: "profile.upgrades", intro: "profile.upgrades-intro", href: routes.upgradeSelect() },
  { title: "profile.entitlements", intro: "profile.entitlements-intro", href: routes.entitlements() },
  {
    title: "profile.account-entitlements",
    intro: "profile.account-entitlements-intro",
    href: routes.accountEntitlements(),
  },
];
