export const sessionTimeoutTexts = {
  "session-timeout.title": "Session Ended",
  "session-timeout.message": "Your session has ended because there was no activity for a while.",
  "session-timeout.return": "Return to site",
} as const;
