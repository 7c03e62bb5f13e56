import { expect, test } from "vitest";
import { eligibilityLinks } from "./eligibility-links";

const closed = { challenge: true, emailDomains: [], passLevels: [] };
const wordsFor = (offer: Partial<{ challenge: boolean; emailDomains: string[]; passLevels: string[] }>) =>
  eligibilityLinks({ ...closed, ...offer }, "ada@ellery.example", "/product/multi/verified/golden").map(
    ({ text }) => text,
  );

test("the link that verifies the e-mail address is listed if the address is in a domain of the offer", () => {
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

test("the most likely way to become eligible for an offer is listed first", () => {
  const [domains, levels] = [["ellery.example"], ["Gold"]];
  expect(wordsFor({ emailDomains: domains })).toEqual(["multi.verify", "multi.sign-in"]);
  expect(wordsFor({ passLevels: levels })).toEqual(["multi.link-pass", "multi.sign-in"]);
  expect(wordsFor({ emailDomains: domains, passLevels: levels })).toEqual([
    "multi.verify",
    "multi.link-pass",
    "multi.sign-in",
  ]);
});

test("no link is listed for an offer that needs no verification", () => {
  expect(wordsFor({ challenge: false })).toEqual([]);
});

test("the link to sign in with a different account returns to the offer", () => {
  expect(
    eligibilityLinks(closed, "ada@ellery.example", "/product/multi/verified/golden").at(-1)?.href,
  ).toContain(encodeURIComponent("/product/multi/verified/golden"));
});
