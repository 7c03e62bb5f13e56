import { capacityApiTexts } from "../api-texts/capacity";

export const capacityTexts = capacityApiTexts;
