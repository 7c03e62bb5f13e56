/** The paths of the shop's pages, and of the API's files that they link to. Every listed path exists. */
export const routes = {
  home: () => "/",
  /** The home page with the days from `day` on. */
  homeFrom: (day: string) => `/?from=${day}`,
  /** The search, with the focus in the field for words. */
  findByWords: () => `/find#${wordsField}`,
  /** What fits the visitor's wishes. Empty values and the first page are left out. */
  find: (wanted: { readonly [name: string]: string | number } = {}) => {
    const given = Object.entries(wanted).filter(
      ([name, value]) => value !== "" && !(name === "page" && value === 1),
    );
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return query === "" ? "/find" : `/find?${query}`;
  },
  singleProduct: (id: string) => `/product/single/${encodeURIComponent(id)}`,
  dynamicProduct: (id: string) => `/product/single/dynamic/${encodeURIComponent(id)}`,
  /** The page of a product with a variant already chosen. */
  withVariant: (path: string, variantId: string) =>
    `${path}?${chosenVariant}=${encodeURIComponent(variantId)}`,
  advanceProduct: (id: string) => `/product/single/advance/${encodeURIComponent(id)}`,
  advanceSale: (id: string, code: string) =>
    `/product/single/advance/${encodeURIComponent(id)}?promotionCode=${encodeURIComponent(code)}`,
  /** The page of a product or bundle with a day already chosen. */
  onDay: (path: string, day: string) => `${path}?${chosenDay}=${day}`,
  passProduct: (id: string) => `/product/single/pass/${encodeURIComponent(id)}`,
  tag: (id: string) => `/product/multi/tag/${encodeURIComponent(id)}`,
  verifiedTag: (id: string) => `/product/multi/verified/tag/${encodeURIComponent(id)}`,
  /** `tags` holds the page's tag and, optionally, the tag of all passes, which the page shows on request. */
  passTag: (tags: readonly string[]) => `/product/multi/pass/tag/${joined(tags)}`,
  verifiedPassTag: (tags: readonly string[]) => `/product/multi/verified/pass/tag/${joined(tags)}`,
  /** A tag page of passes that also shows all other passes. */
  withAllPasses: (path: string) => `${path}?${allPasses.name}=${allPasses.value}`,
  /** The address of a tag page that the operator features. */
  tagPage: (page: TagPage) => {
    const { tag, isVerified, sellsPasses } = page;
    if (!sellsPasses) return isVerified ? routes.verifiedTag(tag) : routes.tag(tag);
    const tags = pageTags(page);
    return isVerified ? routes.verifiedPassTag(tags) : routes.passTag(tags);
  },
  /** The page on which a sale sells for less: that of its tag or its code. */
  cheaperSale: ({ tag, code, ...page }: SalePlace) =>
    tag ? routes.tagPage({ ...page, tag, isVerified: false }) : routes.promotion(code),
  passAddOns: () => "/product/multi/add-on/pass",
  nonPassAddOns: () => "/product/multi/add-on/non-pass",
  promotion: (code?: string) =>
    code ? `/product/multi/promo/${encodeURIComponent(code)}` : "/product/multi/promo",
  builder: (id: string) => `/builder/${encodeURIComponent(id)}`,
  /** The builder of a bundle with the choices of a line of the cart. */
  editedBundle: (id: string, lineId: string) =>
    `${routes.builder(id)}?${editedLine}=${encodeURIComponent(lineId)}`,
  /** The canonical page of a product. Other pages of the product name it as canonical. */
  product: ({ id, weekCalendar }: { id: string; weekCalendar: boolean }) =>
    weekCalendar ? routes.dynamicProduct(id) : routes.singleProduct(id),
  /** Where others are chosen for something that is exchanged: the page of its product, or the builder of its bundle. */
  replacement: ({ productId, isBundle, weekCalendar, seatDay }: Exchanged) => {
    if (isBundle) return routes.builder(productId);
    const page = routes.product({ id: productId, weekCalendar });
    return seatDay ? `${page}?${chosenDay}=${seatDay}` : page;
  },
  /** Requests an e-mail when a product can be bought. */
  notifyMe: (id: string) => `/notify-me/${encodeURIComponent(id)}`,
  /** What the levels of passes give, side by side. */
  passes: () => "/passes",
  passLink: () => "/pass/link",
  passDemographics: () => "/pass/demographics",
  /** The page of passholders as a step between the cart and checkout. */
  passDemographicsFromCart: () => `${routes.passDemographics()}?${fromCart.name}=${fromCart.value}`,
  passProducts: () => "/pass/products",
  entitlements: () => "/entitlement/redeem",
  accountEntitlements: () => "/account-entitlement/redeem",
  upgradeSelect: () => "/upgrade/select",
  upgradeProducts: () => "/upgrade/product",
  /** Steps of a reservation. A redirect carries a code that says why the visitor was sent there. */
  reservationSite: (code?: RedirectCode | string) => withCode("/reservation/site", code),
  reservationBegin: (code?: RedirectCode | string) => withCode("/reservation/begin", code),
  reservationLink: (code?: RedirectCode) => withCode("/reservation/link", code),
  reservationDate: (code?: RedirectCode) => withCode("/reservation/date", code),
  reservationAddOns: () => "/reservation/add-ons",
  reservationReview: (code?: RedirectCode) => withCode("/reservation/review", code),
  /** The guest's details of a reservation in progress. Without the query, the first step leads on to the missing one. */
  reservationGuest: () => `/reservation/begin?${guestChange.name}=${guestChange.value}`,
  /** A reservation step that returns to the review afterwards. */
  edited: (step: string) => `${step}?${backToReview.name}=${backToReview.value}`,
  /** The visitor's reservations, and the form that finds another one. A code is filled in. */
  myReservations: (code?: string) =>
    code ? `/reservation/my?code=${encodeURIComponent(code)}` : "/reservation/my",
  myReservation: (id: string) => `/reservation/my/${encodeURIComponent(id)}`,
  /** An image from the API: the barcode of a confirmed reservation. */
  reservationBarcode: (id: string) => `/api/reservation/my/${encodeURIComponent(id)}/barcode`,
  /** A file from the API: the visit of a reservation, for the visitor's calendar. */
  reservationCalendar: (id: string) => `/api/reservation/my/${encodeURIComponent(id)}/calendar`,
  /** The orders of the signed-in account. */
  ownOrders: () => `${routes.profile()}#orders`,
  cart: () => "/cart",
  /** The cart with the focus on one of its lines, whose element has the line's id. */
  cartLine: (id: string) => `/cart#${encodeURIComponent(id)}`,
  cartRerouted: () => "/cart?reroute=true",
  installmentBilling: () => "/installment-billing/select",
  donate: () => "/donate",
  checkout: () => "/checkout",
  privacyPolicy: () => "/privacy-policy",
  termsOfUse: () => "/terms-of-use",
  terms: () => "/checkout/terms",
  installmentTerms: () => "/checkout/ibterms",
  confirmation: () => "/confirmation",
  findOrder: () => "/order-lookup",
  myOrder: (id: string) => `/order-lookup/my/${encodeURIComponent(id)}`,
  accountTicket: (id: string) => `/ticket/account/${encodeURIComponent(id)}`,
  /** All tickets of an order; `ticket` is the one to begin with. */
  orderTickets: (id: string, ticket?: string) =>
    `/ticket/account-grouping/${encodeURIComponent(id)}${ticket ? `#ticket-${encodeURIComponent(ticket)}` : ""}`,
  /** An image from the API: the photo on a pass that the account has bought. */
  passPhoto: (ticketId: string) => `/api/account/pass/${encodeURIComponent(ticketId)}/image`,
  /** A calendar file from the API: the visits of an order that the visitor may see. */
  orderCalendar: (orderId: string) => `/api/order/calendar/${encodeURIComponent(orderId)}`,
  /** A file from the API: all tickets of an order that the visitor may see. */
  ticketsPdf: (orderId: string) => `/api/order/digital-tickets/pdf/${encodeURIComponent(orderId)}`,
  smartLogin: (returnTo: string) => withReturn("/authenticate/smart-login", "ReturnUrl", returnTo),
  login: (returnTo: string) => withReturn("/login", "ReturnUrl", returnTo),
  register: (returnTo: string) => withReturn("/authenticate/register", "ReturnUrl", returnTo),
  profile: () => "/profile",
  /**
   * This page must be opened with a full page load. Otherwise the content security policy of the page before it
   * applies, which may forbid the processor's form.
   */
  changeCard: (orderId: string) => `/profile/card/${encodeURIComponent(orderId)}`,
  forgotPassword: () => "/forgot-password",
  verifyEmail: () => "/verify-email",
  logout: (returnTo: string) => withReturn("/logout", "ReturnUrl", returnTo),
  sessionTimeout: (returnTo: string) => withReturn("/session-timeout", "returnUrl", returnTo),
} as const;

type Exchanged = {
  productId: string;
  isBundle: boolean;
  weekCalendar: boolean;
  /** The day of a visit with a seat, with which the page opens. */
  seatDay?: string;
};

/** The id of the field for words in the search. */
export const wordsField = "words";

/** The query parameter with the day that is chosen when a page opens. */
export const chosenDay = "date";

/** The query parameter with which a link to a product chooses a variant. */
export const chosenVariant = "variant";

/** The query parameter with the id of the line of the cart that the bundle builder edits. */
export const editedLine = "line";

/** The query parameter with which a tag page of passes shows all passes. */
export const allPasses = { name: "passes", value: "all" } as const;

/** The query parameter of the page of passholders that was opened on the way from the cart to checkout. */
export const fromCart = { name: "from", value: "cart" } as const;

/** The query parameter of a step that was opened from the review. */
export const backToReview = { name: "then", value: "review" } as const;

/** The query parameter with which the first step shows the guest's details although they are known. */
export const guestChange = { name: "then", value: "link" } as const;

/** Why a visitor was redirected to a different step of a reservation. */
export type RedirectCode = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

function withCode(path: string, code: RedirectCode | string | undefined): string {
  return code === undefined ? path : `${path}?error=${encodeURIComponent(code)}`;
}

type PageTags = { tag: string; secondaryTag?: string };
type TagPage = PageTags & { isVerified: boolean; sellsPasses: boolean };
/** Where a sale sells: either `tag` or `code` is set. */
type SalePlace = { tag?: string; secondaryTag?: string; sellsPasses: boolean; code?: string };

/** The tags in the address of a tag page of passes. */
function pageTags({ tag, secondaryTag }: PageTags): string[] {
  return secondaryTag === undefined ? [tag] : [tag, secondaryTag];
}

function joined(segments: readonly string[]): string {
  return segments.map((segment) => encodeURIComponent(segment)).join("/");
}

function withReturn(path: string, name: string, returnTo: string): string {
  return returnTo === "/" ? path : `${path}?${name}=${encodeURIComponent(returnTo)}`;
}

const pages: RegExp[] = [
  /^\/$/,
  /^\/product\/single\/((advance|dynamic|pass)\/)?[^/]+$/,
  /^\/product\/multi\/(verified\/)?tag\/[^/]+$/,
  /^\/product\/multi\/(verified\/)?pass\/tag\/[^/]+(\/[^/]+)?$/,
  /^\/product\/multi\/add-on\/(pass|non-pass)$/,
  /^\/product\/multi\/promo(\/[^/]+)?$/,
  /^\/builder\/[^/]+$/,
  /^\/pass\/(link|demographics|products)$/,
  /^\/(account-)?entitlement\/redeem$/,
  /^\/upgrade\/(select|product)$/,
  /^\/reservation\/(site|begin|link|date|add-ons|review)$/,
  /^\/reservation\/my(\/[^/]+)?$/,
  /^\/cart$/,
  /^\/installment-billing\/(select|payment)$/,
  /^\/(find|passes)$/,
  /^\/notify-me\/[^/]+$/,
  /^\/order-lookup$/,
  /^\/donate$/,
  /^\/checkout$/,
  /^\/checkout\/(terms|ibterms)$/,
  /^\/(privacy-policy|terms-of-use)$/,
  /^\/confirmation$/,
  /^\/authenticate\/(smart-login|register|callback)$/,
  /^\/(login|logout|profile|session-timeout|verify-email|forgot-password|reset-password)$/,
  /^\/profile\/card\/[^/]+$/,
  /^\/order-lookup\/anonymous(\/[^/]+){0,2}$/,
  /^\/order-lookup\/my(\/[^/]+)?$/,
  /^\/ticket\/account(-grouping)?\/[^/]+$/,
  /^\/ticket\/sent(\/[^/]+){0,2}$/,
  /^\/theme$/,
];

/** Whether a path is a page of the shop. */
export function isPage(path: string): boolean {
  return pages.some((page) => page.test(path));
}

/** Whether the address of a page contains a secret that grants access. That address must not be sent to other hosts. */
export function isSecretPage(path: string): boolean {
  return /^\/(order-lookup\/anonymous|ticket\/sent|installment-billing\/payment|verify-email|reset-password|authenticate\/callback)(\/|$)/.test(
    path,
  );
}

export function isSessionTimeoutPage(path: string): boolean {
  return path === "/session-timeout";
}

/**
 * Whether a page is for signing in, registering, signing out or setting a new password, or is shown after a session
 * ended.
 */
export function isSigningPage(pathWithQuery: string): boolean {
  return /^\/(authenticate\/[^/?#]+|login|logout|session-timeout|forgot-password|reset-password)\/?(?=$|[?#])/.test(
    pathWithQuery,
  );
}
