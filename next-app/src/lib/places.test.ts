import { expect, test } from "vitest";
import { packPlaces, unpackPlaces } from "./places";

const places = {
  countries: [
    { id: 80, name: "United States", phoneUseNanpFormat: true },
    { id: 49, name: "Germany", phoneUseNanpFormat: false },
    { id: 12, name: "Canada", phoneUseNanpFormat: true },
  ],
  states: [
    {
      id: 33,
      countryId: 80,
      name: "New York",
      abbreviation: "NY",
      requireLocationAcknowledgement: false,
    },
    {
      id: 39,
      countryId: 80,
      name: "Rhode Island",
      abbreviation: "RI",
      requireLocationAcknowledgement: true,
    },
    { id: 60, countryId: 12, name: "Ontario", abbreviation: "ON", requireLocationAcknowledgement: false },
  ],
};

test("unpacked places are those that were packed", () => {
  expect(unpackPlaces(packPlaces(places))).toEqual(places);
});

test("the same text gives the same places, and another text others", () => {
  const first = unpackPlaces(packPlaces(places));
  expect(unpackPlaces(packPlaces(places))).toBe(first);
  expect(unpackPlaces(packPlaces({ ...places, states: [] }))).toEqual({ ...places, states: [] });
});
