import { readFileSync, writeFileSync } from "node:fs";

/**
 * Puts a shop's clock forward by the file with which it is shifted (`MIDWAY_CLOCK`). It is never put back: what the shop has
 * written must not lie in the future.
 */
export function putForward(file: string, minutes: number): void {
  let seconds = 0;
  try {
    seconds = Number(readFileSync(file, "utf8"));
  } catch {
    // Nobody has shifted it yet.
  }
  writeFileSync(file, String(seconds + minutes * 60));
}
