/**
 * Moves the focus to a heading and shows as much as possible of the part of the page that it begins. Focus alone shows
 * only the heading, perhaps at the lower edge of the window. The scroll margin of the part keeps the choices above it in
 * the window.
 */
export function showFocused(heading: HTMLElement): void {
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "nearest" });
  const part = heading.parentElement;
  // A part that is higher than the window begins at its heading.
  part?.scrollIntoView({ block: part.offsetHeight < innerHeight / 2 ? "nearest" : "start" });
}
