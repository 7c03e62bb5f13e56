export const transferTexts = {
  "transfer.title": "Send or replace tickets",
  "transfer.hint":
    "Send a ticket to the person who will use it, or get a new code if someone else may have a copy of yours.",
  "transfer.show": "Choose a ticket",
  "transfer.hide": "Close the list",
} as const;
