export const validityTexts = {
  "validity.from-to": "{{from}} through {{to}}",
  "validity.from": "starting {{from}}",
  "validity.to": "through {{to}}",
  "validity.always": "no end date",
  "validity.any-day": "Any day",
  "validity.last-day": "Through {{to}}",
  "validity.day-and-time": "{{day}}, {{time}}",
} as const;
