export const bundleApiTexts = {
  "bundle.too-early": "{{step}}: choose {{time}} or later, at least {{minutes}} minutes after {{other}}.",
  "bundle.not-available": "Bundle not available on the selected date. Please choose a different date.",
} as const;
