export const receivedTicketTexts = {
  "received-ticket.title": "A ticket from {{sender}}",
  "received-ticket.hint": "{{recipient}}, show this code at the entrance, on your phone or on paper.",
  "received-ticket.secret": "Keep this page private: anyone who has its link can use the ticket.",
  "received-ticket.actions": "Ticket and printing",
  "received-ticket.invalid-title": "We couldn't find this ticket",
  "received-ticket.invalid":
    "The link is incomplete, or the ticket was taken back. Please ask the person who sent it to you.",
} as const;
