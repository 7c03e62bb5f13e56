// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
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

test("after a pass is added, the focus moves from the emptied form to the list that shows it", async () => {
  let list = listOf();
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.endsWith("/linked-pass-details")) return Response.json(list);
    if (!request.url.endsWith("/link-pass")) return Response.json({ updateProcessing: false });
    list = listOf(pass);
    return Response.json({ success: true });
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <LinkScreen initial={list} />
    </SWRConfig>,
  );
  const [id, phone] = screen.getAllByRole<HTMLInputElement>("textbox");
  if (!id || !phone) throw new Error("the form asks for two values");
  fireEvent.change(id, { target: { value: "K7QM2XWD9HTA4RBC" } });
  fireEvent.change(phone, { target: { value: "5185550123" } });
  phone.focus();
  // The button of the card has the same name as the form's.
  fireEvent.click(screen.getAllByRole("button", { name: "Add Pass" }).at(-1) ?? id);
  await screen.findByRole("button", { name: /^Remove.*Ada Lovelace/ });
  const heading = screen.getByRole("heading", { name: "Linked passes" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect([id.value, phone.value]).toEqual(["", ""]);
  expect(id.getAttribute("aria-invalid")).not.toBe("true");
  expect(phone.getAttribute("aria-invalid")).not.toBe("true");
});

test.each([
  ["2027-09-20", "You can renew this pass starting September\u00a020,\u00a02027."],
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

test.each([
  [false, "None of these passes can be renewed yet."],
  [true, "Select the passes you want to renew."],
])("the button says why nothing can be renewed: a pass can be (%s)", (availableForUpgrade, why) => {
  vi.stubGlobal("fetch", async () => Response.json(listOf({ ...pass, availableForUpgrade })));
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <LinkScreen initial={listOf({ ...pass, availableForUpgrade })} />
    </SWRConfig>,
  );
  const upgrade = screen.getByRole("button", { name: "Upgrade Selected Passes" });
  expect(document.getElementById(upgrade.getAttribute("aria-describedby") ?? "")?.textContent).toBe(why);
  fireEvent.click(upgrade);
  expect(screen.getByRole("alert").textContent).toContain(why);
});
