const longestCode = 17;

/** The codes in what was typed, between commas and bare of all but letters and digits (spec 2 §5). */
export function barcodesOf(typed: string): string[] {
  const codes = typed.split(",").map((one) => one.replace(/[^a-z0-9]/gi, "").toUpperCase());
  return [...new Set(codes)].filter((code) => code !== "" && code.length <= longestCode);
}
