export const validityTexts = {
  "validity.from-to": "{{from}} to {{to}}",
  "validity.from": "from {{from}}",
  "validity.to": "until {{to}}",
  "validity.always": "no end date",
} as const;
