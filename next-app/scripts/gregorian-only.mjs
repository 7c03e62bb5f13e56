/**
 * A loader for the calendar systems of @internationalized/date. react-aria's calendar supports thirteen of them, and
 * this shop uses only the Gregorian one. This saves about 5 kB on every page with a calendar.
 */
export default function gregorianOnly(source) {
  const gregorian = /^import \{GregorianCalendar as \S+\} from ("[^"]*GregorianCalendar\.mjs");$/m.exec(
    source,
  );
  const exported = /^export \{\S+ as createCalendar\};$/m.test(source);
  if (!gregorian || !exported)
    throw new Error("@internationalized/date chooses its calendars in another way than this loader knows");
  return `import { GregorianCalendar } from ${gregorian[1]};\nexport function createCalendar() {\n  return new GregorianCalendar();\n}\n`;
}
