/**
 * The rules for address fields. The API validates again and runs the same cases (`api/vectors/address.json`). Checking
 * here saves the shopper a request.
 */

/** Country ids with special rules. */
export const usa = 80;
export const canada = 17;

const maxNameLength = 35;
export const maxCityLength = 50;
const maxStreetLength = 100;
const maxZipLength = 10;
const nanpDigits = 10;
const maxPhoneDigits = 15;

/** The fields in the order of the form, which is also the order of the error summary. */
export const addressFields = [
  "firstName",
  "lastName",
  "phoneNumber",
  "countryId",
  "address1",
  "address2",
  "zipCode",
  "city",
  "stateProvinceId",
  "otherStateProvince",
] as const;

export type AddressField = (typeof addressFields)[number];

/** The contact fields, which checkout requires even for a free cart. */
export const contactFields = [
  "firstName",
  "lastName",
  "phoneNumber",
] as const satisfies readonly AddressField[];

/** An address as typed: all strings; empty if nothing is chosen. */
export type TypedAddress = Record<AddressField, string>;

export const emptyAddress: TypedAddress = {
  firstName: "",
  lastName: "",
  phoneNumber: "",
  countryId: "",
  address1: "",
  address2: "",
  zipCode: "",
  city: "",
  stateProvinceId: "",
  otherStateProvince: "",
};

/** The resource id of the error message. */
export type AddressErrorId =
  | "address.name"
  | "address.phone-nanp"
  | "address.phone-other"
  | "address.country"
  | "address.street"
  | "address.street-long"
  | "address.city"
  | "address.state"
  | "address.zip";

/** The errors of an address by field. `nanp` says whether its country uses the North American Numbering Plan. */
export function addressErrors(address: TypedAddress, nanp: boolean): [AddressField, AddressErrorId][] {
  const country = address.countryId === "" ? null : Number(address.countryId);
  const needsState = country === usa || country === canada;
  const checks: [AddressField, boolean, AddressErrorId][] = [
    ["firstName", isName(address.firstName), "address.name"],
    ["lastName", isName(address.lastName), "address.name"],
    ["phoneNumber", isPhone(address.phoneNumber, nanp), nanp ? "address.phone-nanp" : "address.phone-other"],
    ["countryId", country !== null, "address.country"],
    ["address1", address.address1.trim() !== "", "address.street"],
    ["address1", within(address.address1, 0, maxStreetLength), "address.street-long"],
    ["address2", within(address.address2, 0, maxStreetLength), "address.street-long"],
    ["zipCode", country === null || isZip(address.zipCode, country), "address.zip"],
    ["city", within(address.city, 1, maxCityLength), "address.city"],
    ["stateProvinceId", !needsState || address.stateProvinceId !== "", "address.state"],
    ["otherStateProvince", within(address.otherStateProvince, 0, maxCityLength), "address.state"],
  ];
  return checks.filter(([, right]) => !right).map(([field, , errorId]) => [field, errorId]);
}

/**
 * Whether the trimmed text has `least` to `most` code points. An emoji outside the BMP counts as one and not as two.
 */
function within(text: string, least: number, most: number): boolean {
  const length = [...text.trim()].length;
  return length >= least && length <= most;
}

/** Whether the text is a valid first or last name. */
export function isName(name: string): boolean {
  return within(name, 1, maxNameLength);
}

/** Only the digits of a phone number. For NANP numbers the country code, which autofill may add, is removed. */
export function normalisePhone(phone: string, nanp: boolean): string {
  const digits = phone.replace(/[^0-9]/g, "");
  return nanp && digits.length === nanpDigits + 1 && digits.startsWith("1") ? digits.slice(1) : digits;
}

export function isPhone(phone: string, nanp: boolean): boolean {
  const digits = normalisePhone(phone, nanp).length;
  return nanp ? digits === nanpDigits : digits >= 1 && digits <= maxPhoneDigits;
}

/** `(212) 555-0123` for a complete number of a NANP country; anything else stays as typed. */
export function formatPhone(phone: string, nanp: boolean): string {
  const digits = normalisePhone(phone, nanp);
  if (!nanp || digits.length !== nanpDigits) return phone;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Whether digits without a country code form a NANP number: area code and exchange begin with 2 to 9. */
export function hasNanpShape(phone: string): boolean {
  return /^[2-9][0-9]{2}[2-9][0-9]{6}$/.test(phone);
}

/** Only the letters and digits of a postal code, in capitals. */
export function normaliseZip(zip: string): string {
  return zip.replace(/[^\p{Alphabetic}\p{N}]/gu, "").toUpperCase();
}

export function isZip(zip: string, country: number): boolean {
  const clean = normaliseZip(zip);
  if (country === usa) return /^[0-9]{5}$/.test(clean);
  if (country === canada) return /^([A-Z][0-9]){3}$/.test(clean);
  return [...clean].length <= maxZipLength;
}

/** Changes the country of an address: clears a state of the old country and formats the phone for the new one. */
export function withCountry(
  address: TypedAddress,
  country: { id: number; phoneUseNanpFormat: boolean } | null,
  states: { id: number; countryId: number }[],
): TypedAddress {
  const state = states.find((candidate) => String(candidate.id) === address.stateProvinceId);
  const own = state !== undefined && state.countryId === country?.id;
  const nanp = country?.phoneUseNanpFormat ?? false;
  return {
    ...address,
    countryId: country ? String(country.id) : "",
    stateProvinceId: own ? address.stateProvinceId : "",
    // A province typed for the old country does not apply to the new one.
    otherStateProvince: String(country?.id ?? "") === address.countryId ? address.otherStateProvince : "",
    phoneNumber: nanp ? formatPhone(address.phoneNumber, true) : normalisePhone(address.phoneNumber, false),
  };
}
