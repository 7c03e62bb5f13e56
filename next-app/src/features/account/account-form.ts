import * as z from "zod/mini";
import { isName, isPhone } from "@/lib/address-rules";
import { isEmail } from "@/lib/email";
import { isPassword } from "@/lib/password";
import { textField } from "@/parts/form/rules";
import type { Translate } from "@/text/texts";

/** The fields of the short account forms and their rules. This module has no side effects. */
type TranslateAccount = Translate<"account" | "address">;

const email = (say: TranslateAccount) => textField((typed) => isEmail(typed.trim()), say("address.email"));
const newPassword = (say: TranslateAccount) => textField(isPassword, say("account.password-rule"));
// Checks only that something was typed: the server checks the password, and the rules for new passwords do not apply to
// old ones.
const knownPassword = (say: TranslateAccount) =>
  textField((typed) => typed !== "", say("account.password-missing"));

export const emailSchema = (say: TranslateAccount) => z.object({ emailAddress: email(say) });

export const loginSchema = (say: TranslateAccount) =>
  z.object({ emailAddress: email(say), password: knownPassword(say) });

export const registerSchema = (say: TranslateAccount) =>
  z.object({
    firstName: textField(isName, say("address.name")),
    lastName: textField(isName, say("address.name")),
    emailAddress: email(say),
    phoneNumber: textField(
      (typed) => typed.trim() === "" || isPhone(typed, false),
      say("address.phone-other"),
    ),
    password: newPassword(say),
  });

export const resetPasswordSchema = (say: TranslateAccount) => z.object({ newPassword: newPassword(say) });

export const changePasswordSchema = (say: TranslateAccount) =>
  z.object({ currentPassword: knownPassword(say), newPassword: newPassword(say) });
