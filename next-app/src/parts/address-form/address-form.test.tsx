// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { Country, StateProvince } from "@/api/types";
import { emptyAddress } from "@/lib/address-rules";
import { AddressForm } from "./address-form";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const countries = ["Canada", "Norway", "United States"].map((name, index) => ({
  id: [17, 60, 80][index],
  name,
}));
const states = ["New York", "Rhode Island"].map((name, index) => ({ id: 33 + index, name, countryId: 80 }));

test("page has only the chosen country and state, and the browser adds all others", async () => {
  const form = (
    <AddressForm
      section="billing"
      value={{ ...emptyAddress, countryId: "80", stateProvinceId: "34" }}
      errors={{}}
      countries={countries as Country[]}
      states={states as StateProvince[]}
      onChange={() => {}}
      onLeave={() => {}}
    />
  );
  const place = document.createElement("div");
  document.body.append(place);
  place.innerHTML = renderToString(form);
  const options = () => [...place.querySelectorAll("option")].map(({ textContent }) => textContent);
  const chosen = () =>
    [...place.querySelectorAll("select")].map((list) => list.selectedOptions[0]?.textContent);
  expect(options()).toEqual(["Choose a country", "United States", "Choose a state", "Rhode Island"]);
  expect(chosen()).toEqual(["United States", "Rhode Island"]);
  const root = await act(async () => hydrateRoot(place, form));
  await waitFor(() => expect(options()).toHaveLength(7));
  expect(options()).toEqual([
    "Choose a country",
    "Canada",
    "Norway",
    "United States",
    "Choose a state",
    "New York",
    "Rhode Island",
  ]);
  expect(chosen()).toEqual(["United States", "Rhode Island"]);
  await act(async () => root.unmount());
  place.remove();
});
