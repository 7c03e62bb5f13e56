/** Moves focus to the page's heading, after navigation or when the focused element has disappeared. */
export function focusPageHeading(options?: FocusOptions): void {
  const heading = document.querySelector<HTMLElement>("#content h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus(options);
}
