import { errorTexts } from "./areas/error";
import { type Overrides, sayer } from "./texts";

/** The texts of failed calls, for code outside components. */
let say = sayer({}, errorTexts);

export function replaceErrorTexts(overrides: Overrides): void {
  say = sayer(overrides, errorTexts);
}

export const errorText = (id: "error.transport" | "error.unexpected"): string => say(id);
