import { canada, cleanPhone, cleanZip, hasNanpShape, isZip, shownPhone, usa } from "./address-rules";
import { formatTypedDay, parseDay, parseTypedDay } from "./dates";
import { isEmail } from "./email";

/**
 * What is known of whom a pass is for, and what each field must be. The API has the last word and adds what depends on the
 * pass; here the same rules spare a shopper the way there and back.
 */

/** In the order of the form, which is the order in which faults are told. */
export const holderFields = [
  "firstName",
  "lastName",
  "emailAddress",
  "birthDate",
  "address1",
  "address2",
  "city",
  "state",
  "zip",
  "phoneNumber",
] as const;

export type HolderField = (typeof holderFields)[number];

/** As typed: all texts, the birth date month first, the state an abbreviation. */
export type TypedHolder = Record<HolderField, string>;

/** Who a passholder is: all that is asked where a new pass is chosen. */
export const personFields = ["firstName", "lastName", "birthDate"] as const satisfies readonly HolderField[];

export type PersonField = (typeof personFields)[number];

export type TypedPerson = Pick<TypedHolder, PersonField>;

export const nothingKnown: TypedHolder = {
  firstName: "",
  lastName: "",
  emailAddress: "",
  birthDate: "",
  address1: "",
  address2: "",
  city: "",
  state: "",
  zip: "",
  phoneNumber: "",
};

/**
 * Characters. Phone numbers and postal codes are judged by what is left of them without what people set between: a number that
 * is cut where it is pasted would be another number.
 */
export const longest = {
  firstName: 35,
  lastName: 35,
  emailAddress: 200,
  address1: 50,
  address2: 50,
  city: 50,
} as const;

const phoneDigits = 10;
/** At this age or below nobody is asked for an e-mail address. */
const childAge = 13;
/** Nobody is older. */
const oldest = 120;
/** How far back the calendar of birth dates reaches. */
export const yearsBack = 100;

/** The resource id of the message that says what is wrong. */
export type HolderFault =
  | "passholder.first-name"
  | "passholder.last-name"
  | "passholder.email"
  | "passholder.birth-date"
  | "passholder.address1"
  | "passholder.address2"
  | "passholder.city"
  | "passholder.state"
  | "passholder.zip"
  | "passholder.phone";

/** What is wrong with a record on a day at the venue; `states` are the abbreviations that may be chosen. */
export function holderFaults(
  holder: TypedHolder,
  today: string,
  states: string[],
): [HolderField, HolderFault][] {
  const checks: [HolderField, boolean, HolderFault][] = [
    ["firstName", within(holder.firstName, 1, longest.firstName), "passholder.first-name"],
    ["lastName", within(holder.lastName, 1, longest.lastName), "passholder.last-name"],
    ["emailAddress", isHolderEmail(holder.emailAddress), "passholder.email"],
    ["birthDate", parseBirthDay(holder.birthDate, today) !== null, "passholder.birth-date"],
    ["address1", within(holder.address1, 1, longest.address1), "passholder.address1"],
    ["address2", within(holder.address2, 0, longest.address2), "passholder.address2"],
    ["city", within(holder.city, 1, longest.city), "passholder.city"],
    ["state", states.includes(holder.state), "passholder.state"],
    ["zip", isZip(holder.zip, usa) || isZip(holder.zip, canada), "passholder.zip"],
    ["phoneNumber", cleanPhone(holder.phoneNumber, true).length === phoneDigits, "passholder.phone"],
  ];
  return checks.filter(([, right]) => !right).map(([field, , fault]) => [field, fault]);
}

/** For whom a pass is: the earliest and the latest day of birth, where there is one. */
export type BirthBounds = { minBirthDate?: string; maxBirthDate?: string };

export type PersonFault = HolderFault | "pass.not-of-age";

/** What is wrong with who somebody is, for a pass that is for people of an age. */
export function personFaults(
  person: TypedPerson,
  { minBirthDate, maxBirthDate }: BirthBounds,
  today: string,
): [PersonField, PersonFault][] {
  const fields: readonly string[] = personFields;
  const faults = holderFaults({ ...nothingKnown, ...person }, today, []).filter(
    (fault): fault is [PersonField, HolderFault] => fields.includes(fault[0]),
  );
  const born = parseBirthDay(person.birthDate, today);
  const isOfAge =
    born === null ||
    ((minBirthDate === undefined || minBirthDate <= born) &&
      (maxBirthDate === undefined || born <= maxBirthDate));
  return isOfAge ? faults : [...faults, ["birthDate", "pass.not-of-age"]];
}

function within(text: string, least: number, most: number): boolean {
  const length = [...text.trim()].length;
  return length >= least && length <= most;
}

function isHolderEmail(email: string): boolean {
  return email.trim() === "" || (within(email, 1, longest.emailAddress) && isEmail(email.trim()));
}

/**
 * A birth date as people type it: month first, one or two digits each, or eight digits and nothing else. A year of two
 * digits is the latest that is not in the future. Null for what is no date, lies ahead, or lies too far back.
 */
export function parseBirthDay(text: string, today: string): string | null {
  const digits = /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text);
  const typed = digits ? `${digits[1]}/${digits[2]}/${digits[3]}` : text;
  const day = parseDay(text.trim()) ? text.trim() : parseTypedDay(typed);
  if (day === null) return null;
  const born = day > today && !hasWholeYear(typed) ? aCenturyBefore(day) : day;
  return parseDay(born) && born <= today && ageOn(born, today) <= oldest ? born : null;
}

function aCenturyBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 100}${day.slice(4)}`;
}

function hasWholeYear(text: string): boolean {
  return /\d{4}/.test(text);
}

/** Whole years. Who was born on a 29th of February is a year older on the 1st of March. */
export function ageOn(born: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) >= born.slice(5) ? years : years - 1;
}

/**
 * Whether the birth date, as far as it is typed, is that of somebody who needs no e-mail address. A year of two digits says
 * nothing yet: the other two may follow.
 */
export function isChild(holder: TypedHolder, today: string): boolean {
  const born = hasWholeYear(holder.birthDate) ? parseBirthDay(holder.birthDate, today) : null;
  return born !== null && ageOn(born, today) <= childAge;
}

/** A field as it is shown once it has been left; what cannot be read stays as it was typed. */
export function shownField(field: HolderField, text: string, today: string): string {
  if (field === "phoneNumber") return shownPhone(text, hasNanpShape(cleanPhone(text, true)));
  if (field !== "birthDate") return text;
  const born = parseBirthDay(text, today);
  return born === null ? text : formatTypedDay(born);
}

/** The record for the API: trimmed, and without what nobody wrote. */
export function holderBody(holder: TypedHolder, today: string) {
  const text = (field: HolderField) => holder[field].trim();
  return {
    firstName: text("firstName"),
    lastName: text("lastName"),
    emailAddress: text("emailAddress") || undefined,
    birthDate: parseBirthDay(holder.birthDate, today) ?? undefined,
    address1: text("address1"),
    address2: text("address2") || undefined,
    city: text("city"),
    state: holder.state,
    zip: cleanZip(holder.zip),
    phoneNumber: cleanPhone(holder.phoneNumber, true),
  };
}
