import * as z from "zod/mini";
import type { Account, LastDetails, Reservation } from "@/api/types";
import {
  canada,
  formatPhone,
  hasNanpShape,
  isName,
  isPhone,
  isZip,
  normalisePhone,
  normaliseZip,
  usa,
} from "@/lib/address-rules";
import { isEmail } from "@/lib/email";
import { maxLengths } from "@/lib/passholder-rules";
import { textField } from "@/parts/form/rules";
import type { Translate } from "@/text/texts";

/** The fields of the person who makes the reservation, and their rules. This module has no side effects. */
export const guestSchema = (translate: Translate<"reservation">) =>
  z.object({
    firstName: textField(isName, translate("reservation.first-name")),
    lastName: textField(isName, translate("reservation.last-name")),
    emailAddress: textField(
      (typed) => typed.trim().length <= maxLengths.emailAddress && isEmail(typed.trim()),
      translate("reservation.email"),
    ),
    phoneNumber: textField((typed) => isPhone(typed, true), translate("reservation.phone")),
    zip: textField((typed) => isZip(typed, usa) || isZip(typed, canada), translate("reservation.zip")),
  });

export type TypedGuest = z.infer<ReturnType<typeof guestSchema>>;

/** The initial values: the values entered before, or else the values of the account and of its last order. */
export function initialGuest(
  reservation: Reservation | null,
  account: Account | null,
  last: LastDetails | null,
): TypedGuest {
  const { firstName, lastName, emailAddress, phoneNumber, zip } = reservation?.firstName
    ? reservation
    : {
        firstName: account?.firstName ?? last?.firstName,
        lastName: account?.lastName ?? last?.lastName,
        emailAddress: account?.emailAddress,
        phoneNumber: account?.phoneNumber ?? last?.phoneNumber,
        zip: account?.zipCode ?? last?.zipCode,
      };
  const phone = phoneNumber ?? "";
  return {
    firstName: firstName ?? "",
    lastName: lastName ?? "",
    emailAddress: emailAddress ?? "",
    phoneNumber: formatPhone(phone, hasNanpShape(phone)),
    zip: zip ?? "",
  };
}

/** Whether the details can be sent without asking for anything. */
export function isComplete(guest: TypedGuest): boolean {
  return guestSchema((id) => id).safeParse(guest).success;
}

/** The body of the call, without separators. */
export function guestBody(typed: TypedGuest): TypedGuest {
  return {
    firstName: typed.firstName.trim(),
    lastName: typed.lastName.trim(),
    emailAddress: typed.emailAddress.trim(),
    phoneNumber: normalisePhone(typed.phoneNumber, true),
    zip: normaliseZip(typed.zip),
  };
}
