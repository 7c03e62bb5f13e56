export const receivedTicketTexts = {
  "received-ticket.title": "A ticket from {{sender}}",
  "received-ticket.hint": "{{recipient}}, show this code at the entrance, on your phone or on paper.",
  "received-ticket.secret": "Keep this page to yourself: whoever has its address can use the ticket.",
  "received-ticket.actions": "Ticket and printing",
  "received-ticket.invalid-title": "This ticket isn't here",
  "received-ticket.invalid":
    "The link is incomplete, or the ticket was taken back. Please ask the person who sent it.",
} as const;
