import { expect, test } from "vitest";
import { eligibilityLinks } from "./eligibility-links";

const closed = { challenge: true, emailDomains: [], passLevels: [] };
const wordsFor = (offer: Partial<{ challenge: boolean; emailDomains: string[]; passLevels: string[] }>) =>
  eligibilityLinks({ ...closed, ...offer }, "ada@ellery.example", "/product/multi/verified/golden").map(
    ({ text }) => text,
  );

test("an offer for e-mail domains is opened by verifying an address", () => {
  const offered = (...emailDomains: string[]) => wordsFor({ emailDomains }).includes("multi.verify");
  expect([offered("ellery.example"), offered("example"), offered("other.example", "ellery.example")]).toEqual(
    [true, true, true],
  );
  expect([offered("other.example"), offered("lery.example"), offered("a.ellery.example")]).toEqual([
    false,
    false,
    false,
  ]);
});

test("the most likely way to open an offer is listed first", () => {
  const [domains, levels] = [["ellery.example"], ["Gold"]];
  expect(wordsFor({ emailDomains: domains })).toEqual(["multi.verify", "multi.sign-in"]);
  expect(wordsFor({ passLevels: levels })).toEqual(["multi.link-pass", "multi.sign-in"]);
  expect(wordsFor({ emailDomains: domains, passLevels: levels })).toEqual([
    "multi.verify",
    "multi.link-pass",
    "multi.sign-in",
  ]);
});

test("an offer without verification shows no links that open it", () => {
  expect(wordsFor({ challenge: false })).toEqual([]);
});

test("signing in with a different account returns to the offer", () => {
  expect(
    eligibilityLinks(closed, "ada@ellery.example", "/product/multi/verified/golden").at(-1)?.href,
  ).toContain(encodeURIComponent("/product/multi/verified/golden"));
});
