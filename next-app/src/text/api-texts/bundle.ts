export const bundleApiTexts = {
  "bundle.not-available": "Bundle not available on the selected date. Please choose a different date.",
} as const;
