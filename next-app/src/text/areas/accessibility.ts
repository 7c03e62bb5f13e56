/** What a venue or a product offers to people with disabilities. */
export const accessibilityTexts = {
  "accessibility.step-free": "Step-free access",
  "accessibility.wheelchair-places": "Wheelchair spaces",
  "accessibility.accessible-restrooms": "Accessible restrooms",
  "accessibility.accessible-parking": "Accessible parking",
  "accessibility.hearing-loop": "Hearing loop",
  "accessibility.captions": "Captions",
  "accessibility.sign-language": "Sign language",
  "accessibility.audio-description": "Audio description",
  "accessibility.sensory-friendly": "Sensory-friendly",
  "accessibility.assistance-animals": "Service animals welcome",
} as const;
