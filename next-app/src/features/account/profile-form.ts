import type { Account, LastDetails } from "@/api/types";
import {
  type AddressErrorId,
  type AddressField,
  addressErrors,
  addressFields,
  emptyAddress,
  formatPhone,
  normalisePhone,
  normaliseZip,
  type TypedAddress,
} from "@/lib/address-rules";
import type { Country } from "@/lib/places";
import { addressSchema } from "@/parts/address-form/address-schema";
import { crossFieldRules } from "@/parts/form/rules";
import type { Translate } from "@/text/texts";

/** The fields of a profile, their rules, and their format in the API. This module has no side effects. */

/** A country alone is not an address, because a country is preset. */
function hasAddress(typed: TypedAddress): boolean {
  const parts = [typed.address1, typed.address2, typed.city, typed.otherStateProvince, typed.zipCode];
  return typed.stateProvinceId !== "" || parts.some((part) => part.trim() !== "");
}

/**
 * The errors of a profile. The phone number and the whole address are optional. `nanp` says whether the country uses
 * the North American Numbering Plan.
 */
export function profileErrors(typed: TypedAddress, nanp: boolean): [AddressField, AddressErrorId][] {
  const isAsked = (field: AddressField) => {
    if (field === "firstName" || field === "lastName") return true;
    return field === "phoneNumber" ? typed.phoneNumber.trim() !== "" : hasAddress(typed);
  };
  return addressErrors(typed, nanp).filter(([field]) => isAsked(field));
}

/** The rules of `profileErrors` as a schema. */
export function profileSchema(countries: Country[], say: Translate<"address">) {
  return addressSchema.check(
    crossFieldRules((typed) => {
      const country = countries.find(({ id }) => String(id) === typed.countryId);
      const errors = profileErrors(typed, country?.phoneUseNanpFormat ?? false);
      return errors.map(([field, errorId]) => [field, say(errorId)]);
    }),
  );
}

/**
 * The initial values. `country` is preset for an account without a country. The phone number is then
 * formatted by the rules of that country.
 */
export function initialProfile(
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
  return { ...values, phoneNumber: formatPhone(values.phoneNumber, nanp) };
}

/** The name, the phone number and the address are filled separately, each only if the account has nothing of it. */
const parts: readonly (readonly AddressField[])[] = [
  ["firstName", "lastName"],
  ["phoneNumber"],
  ["countryId", "address1", "address2", "city", "stateProvinceId", "otherStateProvince", "zipCode"],
];

/**
 * The account with what it lacks filled from the last order that it placed. Null if the order adds nothing. Nothing is
 * stored until the shopper saves it.
 */
export function filledAccount(account: Account, last: LastDetails | null): Account | null {
  let filled: Account | null = null;
  for (const fields of parts) {
    if (last === null || fields.some((field) => account[field])) continue;
    if (!fields.some((field) => field !== "countryId" && last[field])) continue;
    filled = { ...(filled ?? account), ...Object.fromEntries(fields.map((field) => [field, last[field]])) };
    // The format of a phone number follows from the country.
    filled.phoneUseNanpFormat ??= last.phoneUseNanpFormat;
  }
  return filled;
}

/** The body of `account/profile`. */
export function profileBody(typed: TypedAddress) {
  const text = (value: string) => value.trim() || undefined;
  const id = (value: string) => (value === "" ? undefined : Number(value));
  return {
    firstName: text(typed.firstName),
    lastName: text(typed.lastName),
    // Text without any digit is sent unchanged, so that the server reports it as invalid and not as missing.
    phoneNumber: normalisePhone(typed.phoneNumber, false) || text(typed.phoneNumber),
    countryId: id(typed.countryId),
    address1: text(typed.address1),
    address2: text(typed.address2),
    city: text(typed.city),
    stateProvinceId: id(typed.stateProvinceId),
    otherStateProvince: text(typed.otherStateProvince),
    zipCode: text(normaliseZip(typed.zipCode)),
  };
}
