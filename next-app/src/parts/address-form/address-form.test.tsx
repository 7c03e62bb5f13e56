// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { emptyAddress } from "@/lib/address-rules";
import { AddressForm } from "./address-form";

afterEach(cleanup);

const countries = [
  { id: 80, name: "United States", phoneUseNanpFormat: true },
  { id: 49, name: "Germany", phoneUseNanpFormat: false },
];
const states = [
  { id: 5, countryId: 80, name: "California", abbreviation: "CA", requireLocationAcknowledgement: false },
  { id: 33, countryId: 80, name: "New York", abbreviation: "NY", requireLocationAcknowledgement: false },
];

function Form({ countryId, stateProvinceId = "" }: { countryId: string; stateProvinceId?: string }) {
  const [value, setValue] = useState({ ...emptyAddress, countryId, stateProvinceId });
  return (
    <AddressForm
      section="billing"
      value={value}
      errors={{}}
      countries={countries}
      states={states}
      onChange={setValue}
      onLeave={() => {}}
    />
  );
}

const typeZip = (zip: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: /^(ZIP code|Postal code)$/ }), {
    target: { value: zip },
  });
const state = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "State" }).value;

test("a ZIP code sets an empty state, and a corrected ZIP code corrects it", () => {
  render(<Form countryId="80" />);
  typeZip("1220");
  expect(state()).toBe("");
  typeZip("12207");
  expect(state()).toBe("33");
  expect(screen.getByText("State set to New York based on the ZIP code.")).toBeDefined();
  typeZip("90210");
  expect(state()).toBe("5");
});

test("a state that the shopper chose stays", () => {
  render(<Form countryId="80" stateProvinceId="5" />);
  typeZip("12207");
  expect(state()).toBe("5");
});

test("a postal code of a different country sets no state", () => {
  render(<Form countryId="49" />);
  typeZip("12207");
  expect(screen.queryByText(/State set/)).toBeNull();
});
