// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { keepDraft, recallDraft } from "@/lib/draft";
import { carriedEmail, carryEmail, forgetVisit } from "./visit";

beforeEach(() => sessionStorage.clear());

test("ending a visit removes everything typed in it and nothing that other scripts stored", () => {
  carryEmail("ada@example.org");
  keepDraft("passes /a", ["Ada"]);
  sessionStorage.setItem("other", "stays");
  forgetVisit();
  expect([carriedEmail(), recallDraft("passes /a", 60)]).toEqual(["", null]);
  expect(sessionStorage.getItem("other")).toBe("stays");
});
