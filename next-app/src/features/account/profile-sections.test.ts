import { expect, test } from "vitest";
import { isPage } from "@/lib/routes";
import { profileSections } from "./profile-sections";

test("an account leads to the passes that it holds, and to no page that there is not", () => {
  expect(profileSections.map(({ href }) => href)).toContain("/pass/link");
  for (const { href } of profileSections) expect(isPage(href), href).toBe(true);
});
