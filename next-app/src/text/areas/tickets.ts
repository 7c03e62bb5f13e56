export const ticketsTexts = {
  "tickets.title": "Your Tickets",
  "tickets.entrance": "At the entrance",
  "tickets.hint": "If a code does not scan, turn up the brightness of your screen.",
  "tickets.awake": "Your screen stays on while you look at this page.",
  "tickets.none": "There are no valid tickets here.",
  "tickets.print": "Print",
  "tickets.download": "Download (PDF)",
  "tickets.print-hint": "You can also print your tickets or save them as a PDF.",
  "tickets.saved": "Saved on this device. This page opens without a signal until you sign out.",
  "tickets.copy-offline": "Saved copy of {{time}}. You are offline.",
  "tickets.copy-unreachable": "Saved copy of {{time}}. The shop does not answer.",
  "tickets.return": "Return to my profile",
} as const;
