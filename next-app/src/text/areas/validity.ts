export const validityTexts = {
  "validity.from-to": "{{from}} to {{to}}",
  "validity.from": "from {{from}}",
  "validity.to": "until {{to}}",
  "validity.always": "no end date",
  "validity.any-day": "Any day",
  "validity.last-day": "Until {{to}}",
  "validity.day-and-time": "{{day}}, {{time}}",
} as const;
