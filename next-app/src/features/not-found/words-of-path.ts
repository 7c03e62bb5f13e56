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

/**
 * The words of an address that may have been that of an offer: those of its last part, without numbers such as years.
 * Addresses of orders and accounts have none.
 */
export function wordsOfPath(path: string): string {
  const parts = path.split("/").filter((part) => part !== "");
  const mayBeOffer = parts.length === 1 || parts[0] === "product" || parts[0] === "builder";
  const last = mayBeOffer ? (parts.filter((part) => !kinds.has(part)).at(-1) ?? "") : "";
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
