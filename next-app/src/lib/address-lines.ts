import type { TypedAddress } from "./address-rules";

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
    ["city", [value.city, [state, value.zipCode].filter(Boolean).join(" ")].filter(Boolean).join(", ")],
    ["country", country],
  ];
}

/** An address on one line, without the name. */
export function oneLineAddress(value: TypedAddress, countries: Country[], states: StateProvince[]): string {
  const lines = addressLines(value, countries, states).filter(
    ([part, text]) => part !== "name" && text !== "",
  );
  return lines.map(([, text]) => text).join(", ");
}
