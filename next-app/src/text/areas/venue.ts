export const venueTexts = {
  "venue.title": "Plan your visit",
  "venue.open-map": "Open the map",
  "venue.hours": "Hours",
  "venue.hours-of-day": "{{opens}} to {{closes}}",
  "venue.closed": "Closed",
  "venue.hours-of-venue": "Hours, {{venue}}",
  "venue.directions": "Getting here",
  "venue.bring": "What to bring",
  "venue.accessibility": "Accessibility",
} as const;
