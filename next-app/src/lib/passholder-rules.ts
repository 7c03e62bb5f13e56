import { canada, formatPhone, hasNanpShape, isZip, normalisePhone, normaliseZip, usa } from "./address-rules";
import { formatTypedDay, parseDay, parseTypedDay } from "./dates";
import { isEmail } from "./email";

/**
 * The fields of a passholder and their rules. The API validates again and adds rules that depend on the pass. Checking
 * here saves the shopper a request.
 */

/** The fields in the order of the form, which is also the order of the error summary. */
export const holderFields = [
  "firstName",
  "lastName",
  "emailAddress",
  "birthDate",
  "phoneNumber",
  "address1",
  "address2",
  "zip",
  "city",
  "state",
] as const;

export type HolderField = (typeof holderFields)[number];

/** A passholder as typed: all strings. The birth date has the month first, and the state is an abbreviation. */
export type TypedHolder = Record<HolderField, string>;

/** The fields that identify a passholder. The tag page of passes asks only for these. */
export const personFields = ["firstName", "lastName", "birthDate"] as const satisfies readonly HolderField[];

export type PersonField = (typeof personFields)[number];

export type TypedPerson = Pick<TypedHolder, PersonField>;

export const emptyHolder: TypedHolder = {
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
 * Maximum lengths in characters. Phone numbers and postal codes have no entry, because cutting a pasted number would
 * change it.
 */
export const maxLengths = {
  firstName: 35,
  lastName: 35,
  emailAddress: 200,
  address1: 50,
  address2: 50,
  city: 50,
} as const;

const phoneDigits = 10;
/** A passholder of this age or below has no e-mail address. */
const childAge = 13;
/** The maximum age of a passholder in years. */
const maxAge = 120;
/** How many years back the calendar of birth dates goes. */
export const yearsBack = 100;

/** The resource id of the error message. */
export type HolderErrorId =
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

/**
 * The errors of a passholder's details. `today` is the current day at the venue, and `states` are the abbreviations
 * that can be chosen.
 */
export function holderErrors(
  holder: TypedHolder,
  today: string,
  states: string[],
): [HolderField, HolderErrorId][] {
  const checks: [HolderField, boolean, HolderErrorId][] = [
    ["firstName", within(holder.firstName, 1, maxLengths.firstName), "passholder.first-name"],
    ["lastName", within(holder.lastName, 1, maxLengths.lastName), "passholder.last-name"],
    ["emailAddress", isHolderEmail(holder.emailAddress), "passholder.email"],
    ["birthDate", parseBirthDay(holder.birthDate, today) !== null, "passholder.birth-date"],
    ["address1", within(holder.address1, 1, maxLengths.address1), "passholder.address1"],
    ["address2", within(holder.address2, 0, maxLengths.address2), "passholder.address2"],
    ["city", within(holder.city, 1, maxLengths.city), "passholder.city"],
    ["state", states.includes(holder.state), "passholder.state"],
    ["zip", isZip(holder.zip, usa) || isZip(holder.zip, canada), "passholder.zip"],
    ["phoneNumber", normalisePhone(holder.phoneNumber, true).length === phoneDigits, "passholder.phone"],
  ];
  return checks.filter(([, right]) => !right).map(([field, , errorId]) => [field, errorId]);
}

/** The age range of a pass: the earliest and latest birth date, if limited. */
export type BirthBounds = { minBirthDate?: string; maxBirthDate?: string };

export type PersonErrorId = HolderErrorId | "pass.not-of-age";

/** The errors of a passholder's identity, for a pass with an age range. */
export function personErrors(
  person: TypedPerson,
  { minBirthDate, maxBirthDate }: BirthBounds,
  today: string,
): [PersonField, PersonErrorId][] {
  const fields: readonly string[] = personFields;
  const errors = holderErrors({ ...emptyHolder, ...person }, today, []).filter(
    (errorId): errorId is [PersonField, HolderErrorId] => fields.includes(errorId[0]),
  );
  const born = parseBirthDay(person.birthDate, today);
  const isOfAge =
    born === null ||
    ((minBirthDate === undefined || minBirthDate <= born) &&
      (maxBirthDate === undefined || born <= maxBirthDate));
  return isOfAge ? errors : [...errors, ["birthDate", "pass.not-of-age"]];
}

function within(text: string, least: number, most: number): boolean {
  const length = [...text.trim()].length;
  return length >= least && length <= most;
}

function isHolderEmail(email: string): boolean {
  return email.trim() === "" || (within(email, 1, maxLengths.emailAddress) && isEmail(email.trim()));
}

/**
 * Parses a typed birth date: `12/10/1990`, `12/10/90` (the month first), `12101990`, `1990-12-10` or
 * `December 10, 1990`. A two-digit year means the latest such year in which the date is not in the future. Returns null
 * if the text is not a date, or if the date is in the future or too long ago.
 */
export function parseBirthDay(text: string, today: string): string | null {
  const digits = /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text);
  const typed = digits ? `${digits[1]}/${digits[2]}/${digits[3]}` : text;
  const day = parseTypedDay(typed);
  if (day === null) return null;
  const born = day > today && !hasWholeYear(typed) ? centuryBefore(day) : day;
  return parseDay(born) && born <= today && ageOn(born, today) <= maxAge ? born : null;
}

function centuryBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 100}${day.slice(4)}`;
}

function hasWholeYear(text: string): boolean {
  return /\d{4}/.test(text);
}

/** The age in whole years. In a year without a leap day, a person born on February 29 becomes older on March 1. */
export function ageOn(born: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) >= born.slice(5) ? years : years - 1;
}

/**
 * Whether the birth date belongs to a child, who has no e-mail address. False for a two-digit year, because two more
 * digits may follow.
 */
export function isChild(holder: TypedHolder, today: string): boolean {
  const born = hasWholeYear(holder.birthDate) ? parseBirthDay(holder.birthDate, today) : null;
  return born !== null && ageOn(born, today) <= childAge;
}

/** A field as shown when it loses focus; unreadable text stays as typed. */
export function formatField(field: HolderField, text: string, today: string): string {
  if (field === "phoneNumber") return formatPhone(text, hasNanpShape(normalisePhone(text, true)));
  if (field !== "birthDate") return text;
  const born = parseBirthDay(text, today);
  return born === null ? text : formatTypedDay(born);
}

/** The passholder in the API's format: the values are trimmed, and empty optional fields are left out. */
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
    zip: normaliseZip(holder.zip),
    phoneNumber: normalisePhone(holder.phoneNumber, true),
  };
}
