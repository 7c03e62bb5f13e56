// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeReason } from "@/flow/reason";
import { DemographicsScreen } from "./demographics-screen";
import { blankPass } from "./sample";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: vi.fn(), replace: vi.fn() }) }));

/** The answer to a call that saves a pass. Other calls fail. */
let saved: () => Response;
const reload = vi.fn();

beforeEach(() => {
  vi.stubGlobal("fetch", async (request: Request) =>
    request.method === "POST" ? saved() : Response.json({ success: false }, { status: 503 }),
  );
  vi.stubGlobal("location", { ...window.location, reload });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  reload.mockClear();
  vi.unstubAllGlobals();
});

const ada = {
  ...blankPass,
  extCartTicketId: "ada",
  firstName: "Ada",
  lastName: "Lovelace",
  emailAddress: "ada@example.com",
  phoneNumber: "4015550142",
  address1: "1 Harbor Street",
  city: "Providence",
  state: "RI",
  zip: "02903",
  birthDate: "1990-12-10",
};
const states = [
  { id: "ri", abbreviation: "RI", name: "Rhode Island", countryId: "us" },
] as unknown as Parameters<typeof DemographicsScreen>[0]["states"];

function open() {
  render(
    <DemographicsScreen
      initial={{
        passes: [ada, { ...ada, extCartTicketId: "byron", firstName: "Byron" }],
        installmentBillingBlocked: false,
        capturePictures: false,
        allowNewPasses: false,
      }}
      states={states}
      own={{}}
      isFromCart={false}
      sessionTimeout={1200}
    />,
  );
}

test("a pass that a different tab removed disappears with the reason, which gets the focus", async () => {
  saved = () => Response.json({ success: false, message: "Not Found" }, { status: 404 });
  open();
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  const reason = await screen.findByText("Ada Lovelace's pass is no longer in your cart.");
  await vi.waitFor(() => expect(document.activeElement).toBe(reason));
  expect(screen.queryByRole("heading", { name: /Ada/ })).toBeNull();
  expect(screen.getByRole("heading", { name: /Byron/ })).toBeTruthy();
});

test("if the session has ended, the page is opened again, which leads to signing in and back", async () => {
  saved = () => Response.json({ success: false, message: "Please sign in to continue." }, { status: 401 });
  open();
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(takeReason()).toBe("Please sign in to continue.");
});
