import { readFileSync, writeFileSync } from "node:fs";

/**
 * Puts a shop's clock forward through the file that shifts it (`MIDWAY_CLOCK`). The clock never goes back, because the
 * shop's stored times must not lie in the future.
 */
export function putForward(file: string, minutes: number): void {
  let seconds = 0;
  try {
    seconds = Number(readFileSync(file, "utf8"));
  } catch {
    // The clock has not been shifted yet.
  }
  writeFileSync(file, String(seconds + minutes * 60));
}
