export const capacityApiTexts = {
  "capacity.available": "Available",
  "capacity.limited": "Low Capacity",
  "capacity.almost-full": "Almost Full",
  "capacity.full": "Full",
  "capacity.unavailable": "Unavailable",
} as const;
