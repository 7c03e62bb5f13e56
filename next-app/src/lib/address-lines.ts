import type { TypedAddress } from "./address-rules";
import { unbroken } from "./dates";

type Country = { id: number; name: string };
type StateProvince = { id: number; abbreviation: string };
type Part = "name" | "street" | "city" | "country";

/** A postal address line by line. Unknown parts are left out. A line without any known part is empty. */
export function addressLines(
  value: TypedAddress,
  countries: Country[],
  states: StateProvince[],
): [Part, string][] {
  const state =
    states.find((candidate) => String(candidate.id) === value.stateProvinceId)?.abbreviation ??
    value.otherStateProvince;
  const country = countries.find((candidate) => String(candidate.id) === value.countryId)?.name ?? "";
  return [
    ["name", [value.firstName, value.lastName].filter(Boolean).join(" ")],
    ["street", [value.address1, value.address2].filter(Boolean).join(", ")],
    ["city", cityLine({ city: value.city, state, zip: value.zipCode })],
    ["country", country],
  ];
}

/** The line of an address with the city, such as `Newport, RI 02840`. State and ZIP code stay on one line. */
export function cityLine({ city, state, zip }: { city: string; state?: string; zip: string }): string {
  return [city, unbroken([state, zip].filter(Boolean).join(" "))].filter(Boolean).join(", ");
}

/** An address on one line, without the name. */
export function oneLineAddress(value: TypedAddress, countries: Country[], states: StateProvince[]): string {
  const lines = addressLines(value, countries, states).filter(
    ([part, text]) => part !== "name" && text !== "",
  );
  return lines.map(([, text]) => text).join(", ");
}
