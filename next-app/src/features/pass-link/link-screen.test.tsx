// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import type { LinkedPass, LinkedPasses } from "@/api/types";
import { LinkScreen } from "./link-screen";
// The screen loads toasts on demand. This import makes them available immediately.
import "@/ui/toast";

vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pass = {
  extUserAccountTicketId: "1",
  firstName: "Ada",
  lastName: "Lovelace",
  availableForUpgrade: false,
} as LinkedPass;
const listOf = (...passes: LinkedPass[]): LinkedPasses => ({ passValidationMethodId: 1, passes });

test("removing a pass that another tab has removed succeeds", async () => {
  let list = listOf(pass);
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.endsWith("/linked-pass-details")) return Response.json(list);
    if (!request.url.endsWith("/unlink-pass")) return Response.json({ updateProcessing: false });
    list = listOf();
    return Response.json({ message: "Not Found" }, { status: 404 });
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <LinkScreen initial={list} />
    </SWRConfig>,
  );
  fireEvent.click(screen.getByRole("button", { name: /^Remove.*Ada Lovelace/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  // The only alert is the toast.
  expect((await screen.findByRole("alert")).textContent).toBe("Pass removed successfully");
});

test.each([
  ["2027-09-20", "You can renew it starting September\u00a020,\u00a02027."],
  [undefined, "This pass is not available for renewal at this time. Please contact us"],
])("a pass whose renewal opens on %s is refused with one sentence about it", (renewableFrom, why) => {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <LinkScreen initial={listOf({ ...pass, renewableFrom })} />
    </SWRConfig>,
  );
  const box = screen.getByRole("checkbox");
  expect(box.title).toBe("This pass is not available for renewal at this time. Please contact us");
  expect(document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent).toBe(why);
});
