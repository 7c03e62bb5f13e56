import type { FindItem } from "@/api/types";

/** Shorter words are searched as they were typed. From `longLength` letters on, a word may have two errors. */
const shortLength = 4;
const longLength = 8;

type Texts = Pick<FindItem, "displayName" | "shortDescription" | "siteName" | "category">;

/**
 * The words for which something was found, if it was not found by the words that the visitor typed; null if no word was
 * corrected. The search allows typing errors but does not say which word it took, so the nearest word of the found
 * texts is used. The items are ordered best first.
 */
export function correctedWords(typed: string, items: readonly Texts[]): string | null {
  const known = new Set(
    items.flatMap((item) =>
      wordsOf([item.displayName, item.category, item.siteName, item.shortDescription].join(" ")),
    ),
  );
  const words = wordsOf(typed);
  const corrected = words.map((word) => nearestWord(word, known));
  return corrected.some((word, index) => word !== words[index]) ? corrected.join(" ") : null;
}

/** The known word nearest to a word; the word itself if it begins a known word, is short, or is near to none. */
function nearestWord(word: string, known: ReadonlySet<string>): string {
  const all = [...known];
  if (word.length < shortLength || all.some((each) => each.startsWith(word))) return word;
  let most = word.length < longLength ? 1 : 2;
  let nearest = word;
  for (const each of all) {
    const distance = Math.min(distanceOf(word, each), distanceOf(word, each.slice(0, word.length)));
    if (distance > most) continue;
    nearest = each;
    // Only a nearer word replaces this one.
    most = distance - 1;
  }
  return nearest;
}

/** The words of a text in lower case and without accents. */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replaceAll(/[\u0300-\u036f'’]/g, "");
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The number of letters that must be added, removed, replaced or swapped with the next one. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        at(row, j) + 1,
        at(next, j - 1) + 1,
        at(row, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return at(row, other.length);
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
