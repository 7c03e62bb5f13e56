export const formTexts = {
  "form.summary": "There is a problem",
  "form.required": "required",
  "form.optional": "optional",
} as const;
