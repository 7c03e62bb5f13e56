import { isName, isPhone } from "@/lib/address-rules";
import { isEmail } from "@/lib/email";
import { isPassword } from "@/lib/password";
import type { TextIdOf } from "@/text/texts";

/** The fields of the short account forms and their rules. Pure. */
export type AccountField =
  | "firstName"
  | "lastName"
  | "emailAddress"
  | "phoneNumber"
  | "password"
  | "currentPassword"
  | "newPassword";

export type Values = Record<AccountField, string>;

export const nothingTyped: Values = {
  firstName: "",
  lastName: "",
  emailAddress: "",
  phoneNumber: "",
  password: "",
  currentPassword: "",
  newPassword: "",
};

export type Form =
  | "smart-login"
  | "login"
  | "register"
  | "forgot-password"
  | "reset-password"
  | "change-password";

type Rule = [
  field: AccountField,
  isRight: (value: string) => boolean,
  fault: TextIdOf<"account" | "address">,
];

const email: Rule = ["emailAddress", (value) => isEmail(value.trim()), "address.email"];
const newPassword: Rule = ["newPassword", isPassword, "account.password-rule"];
// Only checks that something was typed. The server knows the right password, and the rules for new passwords do not
// apply to old ones.
const typed = (field: AccountField): Rule => [field, (value) => value !== "", "account.password-missing"];

const rules: Record<Form, Rule[]> = {
  "smart-login": [email],
  login: [email, typed("password")],
  "forgot-password": [email],
  "reset-password": [newPassword],
  "change-password": [typed("currentPassword"), newPassword],
  register: [
    ["firstName", isName, "address.name"],
    ["lastName", isName, "address.name"],
    email,
    ["phoneNumber", (value) => value.trim() === "" || isPhone(value, false), "address.phone-other"],
    ["password", isPassword, "account.password-rule"],
  ],
};

export type Faults = Partial<Record<AccountField, TextIdOf<"account" | "address">>>;

/** The invalid fields in the order of the form. */
export function faultsOf(form: Form, values: Values): Faults {
  const wrong = rules[form].filter(([field, isRight]) => !isRight(values[field]));
  return Object.fromEntries(wrong.map(([field, , fault]) => [field, fault]));
}
