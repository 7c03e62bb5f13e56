export const formTexts = {
  "form.summary": "Please correct the following:",
  "form.required": "required",
  "form.optional": "optional",
  "form.no-answer": "No answer",
  "form.email-meant": "Did you mean {{email}}?",
  "form.email-accepted": "Your email is now {{email}}.",
  "form.error-title": "Error: {{title}}",
} as const;
