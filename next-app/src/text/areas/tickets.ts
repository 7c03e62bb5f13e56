export const ticketsTexts = {
  "tickets.title": "Your Tickets",
  "tickets.entrance": "At the entrance",
  "tickets.hint": "Show each code on this screen or on paper. If it does not scan, turn up the brightness.",
  "tickets.awake": "Your screen stays on while you look at this page.",
  "tickets.none": "There are no valid tickets here.",
  "tickets.print": "Print",
  "tickets.print-hint": "No signal at the venue? Print your tickets or save them as a PDF.",
  "tickets.return": "Return to my profile",
} as const;
