import * as z from "zod/mini";
import { isPhone, normalisePhone } from "@/lib/address-rules";
import { normaliseCode } from "@/lib/pass-code";
import { textField } from "@/parts/form/rules";
import type { Translate } from "@/text/texts";

/** The fields that find a reservation by its code. This module has no side effects. */
export const lookUpSchema = (say: Translate<"reservation" | "reservation-my">) =>
  z.object({
    reservationCode: textField((typed) => normaliseCode(typed) !== "", say("reservation-my.code-required")),
    phoneNumber: textField((typed) => isPhone(typed, true), say("reservation.phone")),
  });

export type LookUpValues = z.infer<ReturnType<typeof lookUpSchema>>;

export function lookUpBody({ reservationCode, phoneNumber }: LookUpValues): LookUpValues {
  return { reservationCode: normaliseCode(reservationCode), phoneNumber: normalisePhone(phoneNumber, true) };
}
