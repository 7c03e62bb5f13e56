export const ticketsTexts = {
  "tickets.title": "Your Tickets",
  "tickets.title-ticket": "Your Ticket",
  "tickets.title-pass": "Your Pass",
  "tickets.entrance": "At the entrance",
  "tickets.hint": "If a code doesn't scan, turn up your screen brightness.",
  "tickets.awake": "Your screen will stay on while this page is open.",
  "tickets.none": "There are no valid tickets here.",
  "tickets.ended": "These tickets are no longer valid, so there's nothing to show at the entrance.",
  "tickets.ended-one": "This is no longer valid, so there's nothing to show at the entrance.",
  "tickets.sent":
    "You sent all of these tickets to someone else. You can take them back in your order until the day of the visit.",
  "tickets.sent-one":
    "You sent this ticket to someone else. You can take it back in your order until the day of the visit.",
  "tickets.order": "See the order",
  "tickets.print": "Print",
  "tickets.calendar": "Add to calendar",
  "tickets.download": "Download (PDF)",
  "tickets.saved": "Saved on this device. You can open this page offline until you sign out.",
  "tickets.copy-offline": "You're offline. This copy was saved on {{time}}.",
  "tickets.copy-unreachable": "We can't reach the shop right now. This copy was saved on {{time}}.",
  "tickets.return": "Return to my profile",
} as const;
