export const packageTexts = {
  "package.details": "Package Details",
  "package.details-of": "Package Details, {{name}}",
  "package.contents": "What's included",
  "package.without-fees": "The package price includes ticket fees. The prices of the individual items don't.",
  "package.close": "Close",
} as const;
