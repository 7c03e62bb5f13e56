export const bundleApiTexts = {
  "bundle.too-early":
    "{{step}}: choose a time at or after {{time}}, at least {{minutes}} minutes after {{other}}.",
  "bundle.not-available": "Bundle not available on the selected date. Please choose a different date.",
} as const;
