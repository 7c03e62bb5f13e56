import { quantityApiTexts } from "../api-texts/quantity";

export const quantityTexts = {
  ...quantityApiTexts,
  "quantity.minus": "Decrease {{name}}",
  "quantity.plus": "Increase {{name}}",
} as const;
