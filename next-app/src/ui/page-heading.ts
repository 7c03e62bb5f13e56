/** Puts the focus to the heading of the page: where people go on who have come to it, or whose place on it is gone. */
export function focusPageHeading(options?: FocusOptions): void {
  const heading = document.querySelector<HTMLElement>("#content h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus(options);
}
