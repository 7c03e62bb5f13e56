import * as z from "zod/mini";
import { cleanPhone, isPhone } from "@/lib/address-rules";
import { cleanCode } from "@/lib/pass-code";
import { textField } from "@/parts/form/rules";
import type { Say } from "@/text/texts";

/** The fields that find a reservation made elsewhere. Pure. */
export const lookUpSchema = (say: Say<"reservation" | "reservation-my">) =>
  z.object({
    reservationCode: textField((typed) => cleanCode(typed) !== "", say("reservation-my.code-required")),
    phoneNumber: textField((typed) => isPhone(typed, true), say("reservation.phone")),
  });

export type LookUpValues = z.infer<ReturnType<typeof lookUpSchema>>;

export function lookUpBody({ reservationCode, phoneNumber }: LookUpValues): LookUpValues {
  return { reservationCode: cleanCode(reservationCode), phoneNumber: cleanPhone(phoneNumber, true) };
}
