export const packageTexts = {
  "package.details": "Package Details",
  "package.details-of": "Package Details, {{name}}",
  "package.contents": "Contents",
  "package.close": "Close",
} as const;
