const maxPhoneDigits = 15;

/** Whether the text is a phone number: 1 to 15 digits and the usual separators. */
export function isNumericPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^[\d ()+\-./]+$/.test(text.trim()) && digits >= 1 && digits <= maxPhoneDigits;
}
