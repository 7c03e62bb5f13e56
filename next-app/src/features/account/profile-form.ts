import type { Account, Country } from "@/api/types";
import {
  type AddressFault,
  type AddressField,
  addressFaults,
  addressFields,
  cleanPhone,
  cleanZip,
  emptyAddress,
  shownPhone,
  type TypedAddress,
} from "@/lib/address-rules";

/** What a profile holds, what is wrong with it, and how it travels. Pure. */

/** A country alone is no address: one is chosen from the start. */
function hasAddress(typed: TypedAddress): boolean {
  const parts = [typed.address1, typed.address2, typed.city, typed.otherStateProvince, typed.zipCode];
  return typed.stateProvinceId !== "" || parts.some((part) => part.trim() !== "");
}

/** The phone number may be left out, and so may the address as a whole. `nanp` is its country's way to write numbers. */
export function profileFaults(typed: TypedAddress, nanp: boolean): [AddressField, AddressFault][] {
  const isAsked = (field: AddressField) => {
    if (field === "firstName" || field === "lastName") return true;
    return field === "phoneNumber" ? typed.phoneNumber.trim() !== "" : hasAddress(typed);
  };
  return addressFaults(typed, nanp).filter(([field]) => isAsked(field));
}

/** The form as it opens. `country` is the one that most will keep, by whose rules a number without an address is written. */
export function openingProfile(
  account: Account,
  country: Pick<Country, "id" | "phoneUseNanpFormat"> | null,
): TypedAddress {
  const values = { ...emptyAddress };
  for (const field of addressFields) {
    const value = account[field];
    values[field] = value === undefined ? "" : String(value);
  }
  if (values.countryId === "" && country) values.countryId = String(country.id);
  const nanp = account.phoneUseNanpFormat ?? country?.phoneUseNanpFormat ?? false;
  return { ...values, phoneNumber: shownPhone(values.phoneNumber, nanp) };
}

/** The body of `account/profile`. */
export function profileBody(typed: TypedAddress) {
  const text = (value: string) => value.trim() || undefined;
  const id = (value: string) => (value === "" ? undefined : Number(value));
  return {
    firstName: text(typed.firstName),
    lastName: text(typed.lastName),
    // What has no digit at all is told as wrong, and not as left out.
    phoneNumber: cleanPhone(typed.phoneNumber, false) || text(typed.phoneNumber),
    countryId: id(typed.countryId),
    address1: text(typed.address1),
    address2: text(typed.address2),
    city: text(typed.city),
    stateProvinceId: id(typed.stateProvinceId),
    otherStateProvince: text(typed.otherStateProvince),
    zipCode: text(cleanZip(typed.zipCode)),
  };
}
