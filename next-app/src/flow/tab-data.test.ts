// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { loadDraft, saveDraft } from "@/lib/draft";
import { clearTabData, loadTypedEmail, saveTypedEmail } from "./tab-data";

beforeEach(() => sessionStorage.clear());

test("ending a session removes all values typed during it, but nothing that other scripts stored", () => {
  saveTypedEmail("ada@example.org");
  saveDraft("passes /a", ["Ada"]);
  sessionStorage.setItem("other", "stays");
  clearTabData();
  expect([loadTypedEmail(), loadDraft("passes /a", 60)]).toEqual(["", null]);
  expect(sessionStorage.getItem("other")).toBe("stays");
});
