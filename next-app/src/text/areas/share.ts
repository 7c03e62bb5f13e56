export const shareTexts = {
  "share.share": "Share",
  "share.copied": "Link copied",
  "share.copy": "Copy this link: {{link}}",
} as const;
