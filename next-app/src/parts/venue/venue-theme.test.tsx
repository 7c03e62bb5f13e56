// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import { VenueTheme } from "./venue-theme";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  delete window.dataLayer;
  document.head.replaceChildren();
});

function show(venue: object) {
  const request = vi.fn(async () => Response.json(venue));
  vi.stubGlobal("fetch", request);
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <VenueTheme>
        <p>Choose a date</p>
      </VenueTheme>
    </SWRConfig>,
  );
  return request;
}
const scripts = () => [...document.querySelectorAll("script")].map(({ src }) => src);

test("the chosen venue sets the colours, and the venue's analytics are loaded once", async () => {
  const analyticsScript = "https://stats.example.org/GTM-7.js";
  show({ id: "north", cssKey: "park", analyticsTrackingId: "GTM-7", analyticsScript });
  await vi.waitFor(() => expect(scripts()).toEqual([analyticsScript]));
  expect(screen.getByText("Choose a date").closest(".park")?.getAttribute("data-venue")).toBe("north");
  expect(window.dataLayer).toEqual([{ event: "start", analyticsId: "GTM-7", siteCode: "north" }]);
  cleanup();
  show({ id: "north", cssKey: "park", analyticsTrackingId: "GTM-7", analyticsScript });
  await vi.waitFor(() => expect(document.querySelector("[data-venue]")).not.toBeNull());
  await vi.waitFor(() => expect(document.querySelector(".park")).not.toBeNull());
  expect(scripts()).toEqual([analyticsScript]);
});

test("without a venue nothing is loaded and the theme is unchanged", async () => {
  const request = show({});
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
  await request.mock.results[0]?.value;
  expect(scripts()).toEqual([]);
  expect(document.querySelector("[data-venue]")).toBeNull();
});
