import { expect, test } from "vitest";
import { isPage } from "@/lib/routes";
import { profileSections } from "./profile-sections";

test("the account page links to every section, and only to existing pages", () => {
  const paths = profileSections.map(({ href }) => href);
  expect(paths).toEqual([
    "/profile#tickets",
    "/profile#reservations",
    "/profile#orders",
    "/profile#plans",
    "/profile#cards",
    "/pass/link",
    "/upgrade/select",
    "/entitlement/redeem",
    "/account-entitlement/redeem",
  ]);
  for (const path of paths) expect(isPage(path.replace(/#.*/, "")), path).toBe(true);
});
