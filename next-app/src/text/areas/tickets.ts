export const ticketsTexts = {
  "tickets.title": "Your Tickets",
  "tickets.entrance": "At the entrance",
  "tickets.hint": "Show each code on this screen or on paper. If it does not scan, turn up the brightness.",
  "tickets.awake": "Your screen stays on while you look at this page.",
  "tickets.none": "There are no tickets here that can be used.",
  "tickets.print": "Print",
  "tickets.print-hint": "Where there may be no signal, take your tickets along on paper or saved as a PDF.",
  "tickets.return": "Return to my profile",
} as const;
