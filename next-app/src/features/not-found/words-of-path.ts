import { maxWordsLength } from "@/lib/wanted";

/** Parts of addresses that say what kind of page it was, and not what it showed. */
const kinds = new Set([
  "product",
  "single",
  "multi",
  "pass",
  "tag",
  "promo",
  "builder",
  "advance",
  "dynamic",
  "verified",
]);

/** The words of an address that does not exist: those of its last part, without numbers such as years. */
export function wordsOfPath(path: string): string {
  const last =
    path
      .split("/")
      .filter((part) => part !== "" && !kinds.has(part))
      .at(-1) ?? "";
  const words = decoded(last)
    .replace(/\.\w{1,5}$/, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/^\d+$/.test(word));
  return words.join(" ").slice(0, maxWordsLength);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
