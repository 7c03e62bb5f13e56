import { cleanPhone, isPhone } from "@/lib/address-rules";
import { cleanCode } from "@/lib/pass-code";
import type { TextIdOf } from "@/text/texts";

/** The fields that find a reservation made elsewhere. Pure. */
export type LookUpField = "reservationCode" | "phoneNumber";
export type LookUpValues = Record<LookUpField, string>;

export const nothingTyped: LookUpValues = { reservationCode: "", phoneNumber: "" };

export type LookUpFaults = Partial<Record<LookUpField, TextIdOf<"reservation" | "reservation-my">>>;

export function lookUpFaults({ reservationCode, phoneNumber }: LookUpValues): LookUpFaults {
  const faults: LookUpFaults = {};
  if (cleanCode(reservationCode) === "") faults.reservationCode = "reservation-my.code-required";
  if (!isPhone(phoneNumber, true)) faults.phoneNumber = "reservation.phone";
  return faults;
}

export function lookUpBody({ reservationCode, phoneNumber }: LookUpValues): LookUpValues {
  return { reservationCode: cleanCode(reservationCode), phoneNumber: cleanPhone(phoneNumber, true) };
}
