import { expect, test } from "vitest";
import { isPage } from "@/lib/routes";
import { profileSections } from "./profile-sections";

test("an account leads to all that it holds, and to no page that there is not", () => {
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
