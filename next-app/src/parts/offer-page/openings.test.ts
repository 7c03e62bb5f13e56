import { expect, test } from "vitest";
import { openings } from "./openings";

const closed = { challenge: true, emailDomains: [], passLevels: [] };
const wordsFor = (offer: Partial<{ challenge: boolean; emailDomains: string[]; passLevels: string[] }>) =>
  openings({ ...closed, ...offer }, "/product/multi/verified/golden").map(({ words }) => words);

test("an offer for addresses is opened by confirming one, an offer for passes by linking one", () => {
  const [domains, levels] = [["ellery.example"], ["Gold"]];
  expect(wordsFor({ emailDomains: domains })).toEqual(["multi.verify", "multi.sign-in"]);
  expect(wordsFor({ passLevels: levels })).toEqual(["multi.link-pass", "multi.sign-in"]);
  expect(wordsFor({ emailDomains: domains, passLevels: levels })).toEqual([
    "multi.verify",
    "multi.link-pass",
    "multi.sign-in",
  ]);
});

test("an offer that asks nobody who they are is opened by nothing", () => {
  expect(wordsFor({ challenge: false })).toEqual([]);
});

test("who signs in with another account comes back to the offer", () => {
  expect(openings(closed, "/product/multi/verified/golden").at(-1)?.href).toContain(
    encodeURIComponent("/product/multi/verified/golden"),
  );
});
