// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Venue } from "@/api/types";
import { accessibilityTexts } from "@/text/areas/accessibility";
import { venueTexts } from "@/text/areas/venue";
import { createTranslate } from "@/text/texts";
import { VenueInfo } from "./venue-info";

afterEach(cleanup);

const t = createTranslate({}, venueTexts, accessibilityTexts);
const bare: Venue = {
  id: "park",
  name: "Cedar Park",
  street: "1 Gate Road",
  city: "Albany",
  state: "NY",
  zip: "12207",
  hours: [],
  directions: "",
  whatToBring: [],
  accessibility: [],
  accessibilityDescription: "",
};
const titles = () => screen.getAllByRole("heading", { level: 3 }).map((title) => title.textContent);

test("a venue shows what its operator wrote, and features of the product too, each once", () => {
  const venue: Venue = {
    ...bare,
    hours: [
      { date: "2026-12-05", hours: { opens: "10:00", closes: "20:30" } },
      { date: "2026-12-06" },
      { date: "2026-12-24", hours: { opens: "10:00", closes: "13:00" }, holiday: "Christmas Eve" },
      { date: "2026-12-25", holiday: "Christmas Day" },
    ],
    mapUrl: "https://maps.example.org/cedar",
    directions: "<p>Bus 4 stops at the gate.</p>",
    whatToBring: ["A warm coat"],
    accessibility: ["step-free", "hearing-loop"],
    accessibilityDescription: "<p>Ask at the gate for a wheelchair.</p>",
  };
  render(<VenueInfo t={t} venue={venue} accessibility={["hearing-loop", "captions"]} />);
  expect(titles()).toEqual(["Hours", "What to bring", "Getting here", "Accessibility"]);
  expect(screen.getByText("Sat, Dec 5").nextElementSibling?.textContent).toBe(
    "10:00\u00a0AM to 8:30\u00a0PM",
  );
  expect(screen.getByText("Sun, Dec 6").nextElementSibling?.textContent).toBe("Closed");
  expect(screen.getByText("Thu, Dec 24").nextElementSibling?.textContent).toBe(
    "10:00\u00a0AM to 1:00\u00a0PM · Christmas Eve",
  );
  expect(screen.getByText("Fri, Dec 25").nextElementSibling?.textContent).toBe("Closed · Christmas Day");
  expect(screen.getByRole("link", { name: "Open the map, Cedar Park" }).getAttribute("href")).toBe(
    venue.mapUrl,
  );
  expect(screen.getByText("Bus 4 stops at the gate.").tagName).toBe("P");
  const features = ["Step-free access", "Hearing loop", "Captions"];
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "A warm coat",
    ...features,
  ]);
});

test("two venues that are visited together have their addresses and hours, named by venue", () => {
  const open = (opens: string) => [{ date: "2026-12-05", hours: { opens, closes: "20:00" } }];
  const venue = { ...bare, hours: open("10:00") };
  render(
    <VenueInfo
      t={t}
      venue={venue}
      others={[{ ...bare, id: "museum", name: "Museum", hours: open("11:00") }]}
    />,
  );
  const addresses = [...document.querySelectorAll("address")].map((address) => address.textContent);
  expect(addresses.map((address) => address?.slice(0, 6))).toEqual(["Cedar ", "Museum"]);
  expect(titles()).toEqual(["Hours, Cedar Park", "Hours, Museum"]);
  expect(screen.getAllByText("Sat, Dec 5").map((day) => day.nextElementSibling?.textContent)).toEqual([
    "10:00\u00a0AM to 8:00\u00a0PM",
    "11:00\u00a0AM to 8:00\u00a0PM",
  ]);
});

test("a venue without details shows its address alone", () => {
  const { container } = render(<VenueInfo t={t} venue={bare} />);
  expect(container.querySelector("address")?.textContent).toBe("Cedar Park1 Gate RoadAlbany, NY\u00a012207");
  expect(screen.queryAllByRole("heading", { level: 3 })).toEqual([]);
  expect(screen.queryByRole("link")).toBeNull();
});
