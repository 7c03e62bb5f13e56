export const homeTexts = {
  "home.title": "Tickets and passes",
  "home.intro": "Choose what you would like to see. Dates, times and prices follow on the next page.",
  "home.dated": "Pick a date",
  "home.undated": "No date needed",
  "home.built": "Choose what it holds",
  "home.offers": "Offers",
  "home.reserve": "Reserve a visit with your passes and tickets",
  "home.verified": "Sign in with your confirmed e-mail address",
  "home.empty": "Nothing on sale here right now",
  "home.empty-hint": "Please look in again soon.",
} as const;
