export const dialogTexts = {
  "dialog.close": "Close",
  "dialog.cancel": "Cancel",
  "dialog.proceed": "Continue",
} as const;
