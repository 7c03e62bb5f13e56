import { isName, isPhone } from "@/lib/address-rules";
import { isEmail } from "@/lib/email";
import { isPassword } from "@/lib/password";
import type { TextIdOf } from "@/text/texts";

/** What the forms of signing in and registering ask for, and what is wrong with it. Pure. */
export type AccountField = "firstName" | "lastName" | "emailAddress" | "phoneNumber" | "password";

export type Values = Record<AccountField, string>;

export const nothingTyped: Values = {
  firstName: "",
  lastName: "",
  emailAddress: "",
  phoneNumber: "",
  password: "",
};

export type Form = "smart-login" | "login" | "register";

type Rule = [
  field: AccountField,
  isRight: (value: string) => boolean,
  fault: TextIdOf<"account" | "address">,
];

const email: Rule = ["emailAddress", (value) => isEmail(value.trim()), "address.email"];

const rules: Record<Form, Rule[]> = {
  "smart-login": [email],
  // Whether it is the right one is the server's to say; a rule for new passwords is none for old ones.
  login: [email, ["password", (value) => value !== "", "account.password-missing"]],
  register: [
    ["firstName", isName, "address.name"],
    ["lastName", isName, "address.name"],
    email,
    ["phoneNumber", (value) => value.trim() === "" || isPhone(value, false), "address.phone-other"],
    ["password", isPassword, "account.password-rule"],
  ],
};

export type Faults = Partial<Record<AccountField, TextIdOf<"account" | "address">>>;

/** The fields that are wrong, in the order of the form. */
export function faultsOf(form: Form, values: Values): Faults {
  const wrong = rules[form].filter(([field, isRight]) => !isRight(values[field]));
  return Object.fromEntries(wrong.map(([field, , fault]) => [field, fault]));
}

export function isAccountField(name: string): name is AccountField {
  return name in nothingTyped;
}
