/** Cards by name. `number` is the masked number, such as `•••• 4242`. */
export const cardTexts = {
  "card.of-brand": "{{brand}} {{number}}",
  /** A card of an older order, whose brand is not known. */
  "card.without-brand": "card {{number}}",
} as const;
