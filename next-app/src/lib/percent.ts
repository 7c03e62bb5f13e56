/** Formats a discount: negated, at least two digits, no decimals. 12 is `-12%`, 5 is `-05%`. */
export function negatedPercent(percent: number): string {
  return `-${String(Math.round(percent)).padStart(2, "0")}%`;
}
