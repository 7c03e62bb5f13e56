import * as z from "zod/mini";
import { isName, isPhone } from "@/lib/address-rules";
import { isEmail } from "@/lib/email";
import { isPassword } from "@/lib/password";
import { textField } from "@/parts/form/rules";
import type { Translate } from "@/text/texts";

/** The fields of the short account forms and their rules. This module has no side effects. */
type TranslateAccount = Translate<"account" | "address">;

const email = (translate: TranslateAccount) =>
  textField((typed) => isEmail(typed.trim()), translate("address.email"));
const newPassword = (translate: TranslateAccount) =>
  textField(isPassword, translate("account.password-rule"));
// Checks only that something was typed: the server checks the password, and the rules for new passwords do not apply to
// old ones.
const knownPassword = (translate: TranslateAccount) =>
  textField((typed) => typed !== "", translate("account.password-missing"));

export const emailSchema = (translate: TranslateAccount) => z.object({ emailAddress: email(translate) });

export const loginSchema = (translate: TranslateAccount) =>
  z.object({ emailAddress: email(translate), password: knownPassword(translate) });

export const registerSchema = (translate: TranslateAccount) =>
  z.object({
    firstName: textField(isName, translate("address.name")),
    lastName: textField(isName, translate("address.name")),
    emailAddress: email(translate),
    phoneNumber: textField(
      (typed) => typed.trim() === "" || isPhone(typed, false),
      translate("address.phone-other"),
    ),
    password: newPassword(translate),
  });

export const resetPasswordSchema = (translate: TranslateAccount) =>
  z.object({ newPassword: newPassword(translate) });

export const changePasswordSchema = (translate: TranslateAccount) =>
  z.object({ currentPassword: knownPassword(translate), newPassword: newPassword(translate) });
