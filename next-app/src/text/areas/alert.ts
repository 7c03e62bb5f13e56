export const alertTexts = {
  "alert.error": "Error",
  "alert.warning": "Warning",
  "alert.info": "Note",
  "alert.success": "Done",
  "alert.retry": "Try again",
  "alert.dismiss": "Dismiss",
} as const;
