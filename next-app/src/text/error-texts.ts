import { errorTexts } from "./areas/error";
import { createTranslate, type Overrides } from "./texts";

/** The texts of failed calls, for code outside components. */
let say = createTranslate({}, errorTexts);

export function replaceErrorTexts(overrides: Overrides): void {
  say = createTranslate(overrides, errorTexts);
}

export const errorText = (id: "error.transport" | "error.unexpected"): string => say(id);
