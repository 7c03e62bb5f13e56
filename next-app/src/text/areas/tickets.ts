export const ticketsTexts = {
  "tickets.title": "Your Tickets",
  "tickets.entrance": "At the entrance",
  "tickets.hint": "If a code doesn't scan, turn up your screen brightness.",
  "tickets.awake": "Your screen stays on while you look at this page.",
  "tickets.none": "There are no valid tickets here.",
  "tickets.print": "Print",
  "tickets.download": "Download (PDF)",
  "tickets.print-hint": "You can also print your tickets or save them as a PDF.",
  "tickets.saved": "Saved on this device. You can open this page offline until you sign out.",
  "tickets.copy-offline": "You're offline. This copy was saved on {{time}}.",
  "tickets.copy-unreachable": "We can't reach the shop right now. This copy was saved on {{time}}.",
  "tickets.return": "Return to my profile",
} as const;
