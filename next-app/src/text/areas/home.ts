export const homeTexts = {
  "home.title": "Tickets and passes",
  "home.intro": "Choose what you would like to see. You pick dates and times on the next page.",
  "home.dated": "Pick a date",
  "home.undated": "No date needed",
  "home.sold-out": "Sold out",
  "home.ended": "Sale ended",
  "home.built": "Build your own",
  "home.offers": "Offers",
  "home.reserve": "Reserve a visit with your passes and tickets",
  "home.verified": "Sign in with your confirmed email address",
  "home.empty": "Nothing is available here right now",
  "home.empty-hint": "Please check back soon.",
} as const;
