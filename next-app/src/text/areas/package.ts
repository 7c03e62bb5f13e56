export const packageTexts = {
  "package.details": "Package Details",
  "package.details-of": "Package Details, {{name}}",
  "package.close": "Close",
} as const;
