/** Remembers in this tab that the shopper has just chosen passes and said for whom they are. */
const key = "midway.chosen-passes";

export function noteChosenPasses(): void {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // Without storage the page of passholders is shown even if nothing is missing.
  }
}

/** Whether passes were chosen since this function was last called. */
export function takeChosenPasses(): boolean {
  try {
    const isNoted = sessionStorage.getItem(key) !== null;
    sessionStorage.removeItem(key);
    return isNoted;
  } catch {
    return false;
  }
}
