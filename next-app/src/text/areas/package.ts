export const packageTexts = {
  "package.details": "Package Details",
  "package.details-of": "Package Details, {{name}}",
  "package.contents": "What's included",
  "package.without-fees": "The price of the package includes ticket fees. The prices of its parts don't.",
  "package.close": "Close",
} as const;
