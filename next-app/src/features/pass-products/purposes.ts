import { routes } from "@/lib/routes";

/** The texts, the previous page and the flow step of each purpose. */
export const purposes = {
  renewal: {
    title: "page.pass-products",
    intro: "pass-products.intro",
    back: { path: routes.passDemographics, text: "pass-products.to-holders" },
    step: "pass-products",
  },
  upgrade: {
    title: "page.upgrade-products",
    intro: "pass-products.intro-upgrade",
    back: { path: routes.upgradeSelect, text: "pass-products.to-tickets" },
    step: "upgrade-product",
  },
} as const;
