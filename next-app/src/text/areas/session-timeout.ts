export const sessionTimeoutTexts = {
  "session-timeout.title": "Session Ended",
  "session-timeout.message": "Your session has ended due to inactivity.",
  "session-timeout.return": "Return to site",
} as const;
