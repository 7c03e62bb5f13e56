// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sanitised } from "@/lib/html";
import ConfirmDialog, { type Confirmation } from "./confirm-dialog";

afterEach(cleanup);

const shows = (confirmation: Confirmation) =>
  render(
    <ConfirmDialog confirmation={confirmation} onProceed={() => undefined} onCancel={() => undefined} />,
  );

test("plain text is shown literally, even if it looks like HTML", () => {
  shows({ title: "Remove <b>Visa</b>?", message: ["<img src=x onerror=alert(1)>", "Second"] });
  expect(screen.getByRole("alertdialog", { name: "Remove <b>Visa</b>?" })).toBeDefined();
  expect(screen.getByText("<img src=x onerror=alert(1)>").tagName).toBe("P");
  expect(document.querySelector("img, b")).toBeNull();
});

test("HTML that the API has sanitised keeps its markup", () => {
  shows({ title: sanitised("Replace <em>this</em>?"), message: sanitised("<ul><li>One</li></ul>") });
  expect(screen.getByRole("listitem").textContent).toBe("One");
  expect(document.querySelector("em")?.textContent).toBe("this");
});
