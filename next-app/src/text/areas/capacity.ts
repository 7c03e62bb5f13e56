import { capacityApiTexts } from "../api-texts/capacity";

export const capacityTexts = {
  ...capacityApiTexts,
  "capacity.no-room": "No room for {{count}} people",
} as const;
