// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CodeForm } from "./code-form";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

afterEach(() => {
  cleanup();
  push.mockClear();
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Promotion Code" });

/** Submits a code and receives the given response. */
function submitted(code: string, answer: () => Response) {
  vi.stubGlobal("fetch", async () => answer());
  render(<CodeForm opens="promotion" code="" problem={null} />);
  fireEvent.change(field(), { target: { value: code } });
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
}

const refusal = (message: string, status = 200, headers: Record<string, string> = {}) =>
  Response.json({ success: false, message }, { status, headers });

test("after a wrong code, the field has the focus and the server's message, and the code stays in it", async () => {
  submitted("NO-SUCH", () => refusal("Sorry, this promotion code isn't valid."));
  const shownMessage = await screen.findByText("Sorry, this promotion code isn't valid.");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(field().getAttribute("aria-describedby")).toContain(shownMessage.closest("[id]")?.id);
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  expect(field().value).toBe("NO-SUCH");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(push).not.toHaveBeenCalled();
});

test.each([
  ["300", "You can try again in 5 minutes."],
  ["61", "You can try again in 2 minutes."],
  ["60", "You can try again in a minute."],
  ["5", "You can try again in a minute."],
])("after too many attempts, a retry time of %s seconds is shown as %j", async (seconds, text) => {
  submitted("GUESS", () => refusal("Too many attempts.", 429, { "retry-after": seconds }));
  expect((await screen.findByRole("alert")).textContent).toBe(`Error: Too many attempts. ${text}`);
});

test("an empty code is not sent", async () => {
  submitted("  ", () => refusal("never asked"));
  await vi.waitFor(() => expect(field().getAttribute("aria-invalid")).toBe("true"));
  expect(document.activeElement).toBe(field());
  expect(screen.getByText("Enter your code.")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a valid promotion code opens its page", async () => {
  submitted(" TEN ", () => Response.json({ success: true }));
  await vi.waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith("/product/multi/promo/TEN"));
});

test("the label of the code field says that the code is for the advance sale", () => {
  render(<CodeForm opens={{ advance: "premiere" }} code="EARLY" problem="This offer has ended." />);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Presale code" }).value).toBe("EARLY");
  expect(screen.getByText("This offer has ended.")).toBeDefined();
});
