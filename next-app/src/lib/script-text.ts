/** Text for a script element: no closing tag can be smuggled in. */
export function scriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
