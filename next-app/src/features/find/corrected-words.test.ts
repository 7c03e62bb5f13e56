import { expect, test } from "vitest";
import { correctedWords } from "./corrected-words";

const found = (displayName: string, shortDescription = "", category = "") => ({
  displayName,
  shortDescription,
  category,
  siteName: "Merrow Point",
});
const lantern = [
  found("On Stage at the Lantern", "A play, a late concert, and a puppet voyage"),
  found("The Lamplighter", "Café"),
];

test.each([
  ["lanturn", "lantern"],
  ["lantren", "lantern"],
  ["lanern", "lantern"],
  ["lanternn", "lantern"],
  // An unfinished word.
  ["lantu", "lantern"],
  ["the lanturn", "the lantern"],
  ["lamplyghtar", "lamplighter"],
  ["Stgae LANTERN", "stage lantern"],
])("the words %j were corrected to %j", (typed, words) => {
  expect(correctedWords(typed, lantern)).toBe(words);
});

test.each(["lantern", "Lanter", "café", "cafe", "pup", "ply", "museum", ""])(
  "nothing was corrected in %j",
  (typed) => expect(correctedWords(typed, lantern)).toBeNull(),
);

test("the nearest word wins, and of equally near words that of the better result", () => {
  expect(correctedWords("stahe", [found("Stare"), found("Stage")])).toBe("stare");
  expect(correctedWords("gallaries", [found("Galleried"), found("Galleries")])).toBe("galleries");
});
