export const placeTexts = {
  "place.name": "{{section}}, row {{row}}, seat {{seat}}",
  "place.name-in-section": "Row {{row}}, seat {{seat}}",
  "place.box": "{{section}}, {{row}} {{seat}} for {{places}}",
  "place.box-in-section": "{{row}} {{seat}} for {{places}}",
  "place.of-kind": "{{place}}, {{kind}}",
  "place.wheelchair": "wheelchair space",
  "place.companion": "companion seat",
  "place.ticket": "{{ticket}}, {{price}}",
  "place.missing": "Choose your seats first.",
} as const;
