// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { loadDraft, saveDraft } from "@/lib/draft";
import { clearVisit, loadTypedEmail, saveTypedEmail } from "./visit";

beforeEach(() => sessionStorage.clear());

test("ending a visit removes all values typed during it, but nothing stored by other scripts", () => {
  saveTypedEmail("ada@example.org");
  saveDraft("passes /a", ["Ada"]);
  sessionStorage.setItem("other", "stays");
  clearVisit();
  expect([loadTypedEmail(), loadDraft("passes /a", 60)]).toEqual(["", null]);
  expect(sessionStorage.getItem("other")).toBe("stays");
});
