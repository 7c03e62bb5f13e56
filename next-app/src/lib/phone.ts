const longestPhone = 15;

/** A number as people write it: digits, and what they set between them. */
export function isNumericPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^[\d ()+\-./]+$/.test(text.trim()) && digits >= 1 && digits <= longestPhone;
}
