/**
 * Names in a sentence: `Adult and Child`, `Adult, Child, and Senior`. It does not use `Intl`, whose data takes long to
 * load on a phone.
 */
export function listInWords(names: Iterable<string>): string {
  const all = [...names];
  const last = all.pop() ?? "";
  if (all.length === 0) return last;
  return `${all.join(", ")}${all.length > 1 ? "," : ""} and ${last}`;
}
