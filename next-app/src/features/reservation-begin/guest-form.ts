import type { Account, Reservation } from "@/api/types";
import {
  canada,
  cleanPhone,
  cleanZip,
  hasNanpShape,
  isName,
  isPhone,
  isZip,
  shownPhone,
  usa,
} from "@/lib/address-rules";
import { isEmail } from "@/lib/email";
import { longest } from "@/lib/passholder-rules";
import type { TextIdOf } from "@/text/texts";

/** The fields of the person who makes the reservation, and their rules. Pure. */
export const guestFields = ["firstName", "lastName", "emailAddress", "phoneNumber", "zip"] as const;

export type GuestField = (typeof guestFields)[number];
export type TypedGuest = Record<GuestField, string>;

const rules: Record<GuestField, [isRight: (value: string) => boolean, fault: TextIdOf<"reservation">]> = {
  firstName: [isName, "reservation.first-name"],
  lastName: [isName, "reservation.last-name"],
  emailAddress: [
    (value) => value.trim().length <= longest.emailAddress && isEmail(value.trim()),
    "reservation.email",
  ],
  phoneNumber: [(value) => isPhone(value, true), "reservation.phone"],
  zip: [(value) => isZip(value, usa) || isZip(value, canada), "reservation.zip"],
};

export function guestFaults(typed: TypedGuest): Partial<Record<GuestField, TextIdOf<"reservation">>> {
  const wrong = guestFields.filter((field) => !rules[field][0](typed[field]));
  return Object.fromEntries(wrong.map((field) => [field, rules[field][1]]));
}

/** The initial values: those entered before, or else the account's. */
export function openingGuest(reservation: Reservation | null, account: Account | null): TypedGuest {
  const { firstName, lastName, emailAddress, phoneNumber, zip } = reservation?.firstName
    ? reservation
    : { ...account, zip: account?.zipCode };
  const phone = phoneNumber ?? "";
  return {
    firstName: firstName ?? "",
    lastName: lastName ?? "",
    emailAddress: emailAddress ?? "",
    phoneNumber: shownPhone(phone, hasNanpShape(phone)),
    zip: zip ?? "",
  };
}

/** The body of the call, without separators. */
export function guestBody(typed: TypedGuest): TypedGuest {
  return {
    firstName: typed.firstName.trim(),
    lastName: typed.lastName.trim(),
    emailAddress: typed.emailAddress.trim(),
    phoneNumber: cleanPhone(typed.phoneNumber, true),
    zip: cleanZip(typed.zip),
  };
}
